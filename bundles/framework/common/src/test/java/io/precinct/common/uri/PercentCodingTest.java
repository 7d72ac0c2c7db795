package io.precinct.common.uri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentCodingTest {
    @ParameterizedTest
    @CsvSource({
        "abc-._~09, abc-._~09",
        "'a b', a%20b",
        "a+b*c, a%2Bb%2Ac",
        "a/b?c#d%e, a%2Fb%3Fc%23d%25e",
        "café, caf%C3%A9",
        "😀, %F0%9F%98%80",
        "'', ''"
    })
    void onlyUnreservedCharactersStandForThemselves(String text, String encoded) {
        assertThat(PercentCoding.encode(text)).isEqualTo(encoded);
        assertThat(PercentCoding.decode(encoded)).isEqualTo(text);
    }

    @Test
    void aPathKeepsItsSlashesAndASegmentWhatMayStandInOne() {
        assertThat(PercentCoding.encodePath("/a b/c:d//é/")).isEqualTo("/a%20b/c%3Ad//%C3%A9/");
        assertThat(PercentCoding.encodeSegment("a:b@c!$&'()*+,;=~/{}")).isEqualTo("a:b@c!$&'()*+,;=~%2F%7B%7D");
    }

    @Test
    void halfASurrogatePairIsWrittenAsAQuestionMark() {
        assertThat(PercentCoding.encode("a\uD83D")).isEqualTo("a%3F");
    }

    @Test
    void plusIsASpaceInAQueryOnly() {
        assertThat(PercentCoding.decode("a+%2B")).isEqualTo("a++");
        assertThat(PercentCoding.decodeQuery("a+%2B")).isEqualTo("a +");
        assertThat(PercentCoding.decodeQuery("a+b")).isEqualTo("a b");
    }

    @ParameterizedTest
    @CsvSource({
        "%, %, 1",
        "%4, %4, 1",
        "a%zz, %zz, 2",
        "a%20b%zzz, %zz, 6",
        "%-1, %-1, 1",
        "%+1, %+1, 1",
        "é%4é, %4é, 2",
        "%%41, %%4, 1",
        "%١١, %١١, 1",
        "😀%😀😀😀, %😀😀, 3"
    })
    void anEscapeThatIsCutIsRefused(String segment, String quoted, int at) {
        assertThatThrownBy(() -> PercentCoding.decode(segment))
                .isInstanceOf(PercentCoding.Malformed.class)
                .hasMessage("a \"%\" without two hexadecimal digits after it: \"" + quoted + "\" at character " + at);
        assertThat(PercentCoding.decodeOrNull(segment)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"%ff, %ff, 1", "%C3, %C3, 1", "%C3a, %C3, 1", "é%C3%A9😀x%c0%af, %c0, 11", "a+b%ed%a0%80, %ed, 4"})
    void bytesThatAreNoUtf8AreRefused(String segment, String quoted, int at) {
        assertThatThrownBy(() -> PercentCoding.decodeQuery(segment))
                .isInstanceOf(PercentCoding.Malformed.class)
                .hasMessage("percent-encoded bytes that are not UTF-8: \"" + quoted + "\" at character " + at);
        assertThat(PercentCoding.decodeOrNull(segment)).isNull();
    }

    @Test
    void aFaultIsCountedFromTheBeginningOfTheWhole() {
        assertThatThrownBy(() -> {
                    try {
                        PercentCoding.decode("%zz");
                    } catch (PercentCoding.Malformed inSegment) {
                        throw inSegment.after(6);
                    }
                })
                .hasMessageEndingWith("\"%zz\" at character 7");
    }

    @Test
    void whatWasEncodedDecodesToWhatItWas() {
        var random = new SplittableRandom(3986);
        for (int i = 0; i < 1000; i++) {
            int[] characters = random.ints(20, 0, Character.MAX_CODE_POINT + 1)
                    .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                    .map(c -> c % 3 == 0 ? c % 0x80 : c)
                    .toArray();
            String text = new String(characters, 0, characters.length);
            assertThat(PercentCoding.decode(PercentCoding.encode(text))).isEqualTo(text);
            assertThat(PercentCoding.decode(PercentCoding.encodePath(text))).isEqualTo(text);
            assertThat(PercentCoding.decode(PercentCoding.encodeSegment(text))).isEqualTo(text);
            assertThat(URLDecoder.decode(PercentCoding.encode(text), StandardCharsets.UTF_8))
                    .isEqualTo(text);
        }
    }
}
