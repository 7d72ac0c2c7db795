package io.precinct.cases.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.contract.Schema;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseFieldsTest {
    /** 65,536 times "é" is within a limit in characters but exceeds the limit in bytes, so it is refused. */
    @ParameterizedTest
    @ValueSource(strings = {"notes", "current_resume", "resolution"})
    void aLimitThatIsReadInBytesIsPublishedInBytes(String member) {
        Schema published = Objects.requireNonNull(CaseFields.PATCH.members().get(member));

        assertThat(published.keyword("x-precinct-max-bytes")).isEqualTo(CaseLimits.MARKDOWN);
    }
}
