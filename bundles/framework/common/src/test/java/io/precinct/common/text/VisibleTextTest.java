package io.precinct.common.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void textThatIsSeenStaysAsItIs() {
        String text = "plain\ttext, ünïcode, \uD83D\uDE00";

        assertThat(VisibleText.of("\u0007" + text)).isEqualTo("\u2407" + text);
        assertThat(VisibleText.of(text)).isEqualTo(text);
    }

    @Test
    void controlsBecomePicturesAndOthersTheirCodePoints() {
        assertThat(VisibleText.of("a\u001B[1m\u0000\n\u007F")).isEqualTo("a\u241B[1m\u2400\u240A\u2421");
        assertThat(VisibleText.of("\u0085x\u2028\u202E\u2066")).isEqualTo("[U+0085]x[U+2028][U+202E][U+2066]");
    }

    @Test
    void halfASurrogatePairIsReplacedAndAWholeOneIsNot() {
        assertThat(VisibleText.of("\uD83Dx\uDE00\uD83D\uDE00\uD83D")).isEqualTo("\uFFFDx\uFFFD\uD83D\uDE00\uFFFD");
    }
}
