package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.tools.api.TokenEstimate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEstimateTest {
    /**
     * Each text is followed by its token count under {@code o200k}; the judge of the tool proxy compares more texts.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            The nightly build fails since the driver was updated. | 11
            {"id":"task-01a2159c-cfd3-79e5-be49-8c2145621d4d","label":"x"} | 33
            夜间构建失败,因为数据库连接在备份期间中断。 | 13
            at java.base/java.util.ArrayList.forEach(ArrayList.java:1604) | 16
            aGVsbG8gd29ybGQhIHRoaXMgaXMgYSBsb25nIHRleHQgaW4gYmFzZSA2NA | 40
            """)
    void itCountsNoLessThanAVocabularyAndNotMuchMore(String text, int real) {
        assertThat(TokenEstimate.of(text)).isBetween(real, 3 * real);
    }

    @ParameterizedTest
    @CsvSource({"'',0", "a,1", "' ',1"})
    void shortOnesAreRoundedUp(String text, int expected) {
        assertThat(TokenEstimate.of(text)).isEqualTo(expected);
    }
}
