package io.precinct.boundary.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SealJsonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "{}|{\"_seal\":X}",
                "{ }|{ \"_seal\":X}",
                "{\"a\":1}|{\"a\":1,\"_seal\":X}",
                " {\"a\":{}} |  {\"a\":{},\"_seal\":X} ",
                "{\"a\":\"}\" }|{\"a\":\"}\" ,\"_seal\":X}"
            })
    void theSealBecomesTheLastMember(String object, String sealed) {
        byte[] spliced = SealJson.splice(object.getBytes(UTF_8), "X");

        assertThat(new String(spliced, UTF_8).strip()).isEqualTo(sealed.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "[]", "7", "\"{}\"", "{", "}", "null"})
    void whatIsNoObjectIsLeftAlone(String text) {
        assertThat(SealJson.splice(text.getBytes(UTF_8), "X")).isNull();
    }
}
