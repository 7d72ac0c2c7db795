package io.precinct.rest.api;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"\"v3\"", "\"v3-m2k8f0a1\"", "*", " * ", "\"v1\", \"v3\"", "\"v3-html\"", "\"x\",\"v3-gzip\""})
    void aTagOfTheVersionMatches(String ifMatch) {
        assertThatCode(() -> Versions.check(ifMatch, 3, () -> null)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"v2\"",
                "v3",
                "W/\"v3\"",
                "\"v33\"",
                "\"3\"",
                "",
                "\"v\"",
                "\"v99999999999999999999\"",
                "\"xv3\""
            })
    void anythingElseDoesNot(String ifMatch) {
        assertThatThrownBy(() -> Versions.check(ifMatch, 3, () -> null))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> org.assertj.core.api.Assertions.assertThat(refusal.status())
                                .isEqualTo(412));
    }
}
