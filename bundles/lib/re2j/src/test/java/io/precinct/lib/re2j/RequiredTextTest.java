package io.precinct.lib.re2j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.strings;

import io.precinct.lib.re2j.RequiredText.All;
import io.precinct.lib.re2j.RequiredText.OneOf;
import io.precinct.lib.re2j.RequiredText.OneText;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class RequiredTextTest {
    private static RequiredText of(String pattern) {
        return new Patterns().compile(pattern).required();
    }

    @Test
    void neighboursAreJoined() {
        assertThat(of("foo(bar|baz)\\.x")).isEqualTo(new OneText(List.of("foobar.x", "foobaz.x")));
        assertThat(of("\\bclass\\b +[A-Z]\\w*Test\\b"))
                .isEqualTo(new All(List.of(
                        new OneText(List.of("class")), new OneText(List.of(" ")), new OneText(List.of("Test")))));
        assertThat(of("a.*bcd")).isEqualTo(new All(List.of(new OneText(List.of("a")), new OneText(List.of("bcd")))));
        assertThat(of("(?i)Abc")).isEqualTo(new OneText(List.of("ABC")));
        assertThat(of("(ab+|cd*e)xyz"))
                .isEqualTo(new All(List.of(
                        new OneOf(List.of(
                                new All(List.of(new OneText(List.of("a")), new OneText(List.of("b")))),
                                new All(List.of(new OneText(List.of("c")), new OneText(List.of("e")))))),
                        new OneText(List.of("xyz")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {".*", "a*", "(abc)?", "x{0,3}", "abc|", "[^a]", "^$", "\\pL", "(a|b*)"})
    void whatMayBeAbsentIsNotRequired(String pattern) {
        assertThat(of(pattern)).isEqualTo(RequiredText.NOTHING);
    }

    @Test
    void manyAlternativesAreNotWrittenOut() {
        assertThat(of("[a-z]{4}")).isEqualTo(RequiredText.NOTHING);
        assertThat(of("[ab][ab][ab][ab][ab]")).isInstanceOf(All.class);
    }

    /** Parts from which patterns are made. Such patterns often match texts of the same few characters. */
    private static final Gen<String> PARTS = arbitrary()
            .pick(
                    "a",
                    "B",
                    "ab",
                    "c?",
                    "[ab]",
                    "(?:ab|ba)",
                    "(a|b*)",
                    ".",
                    "b+",
                    "(?i:Ab)",
                    "c{2}",
                    "(?:a|)",
                    "\\b",
                    "$",
                    "[^c]");

    @Test
    void aTextThatMatchesHasWhatIsRequired() {
        qt().withExamples(20_000)
                .forAll(
                        lists().of(PARTS).ofSizeBetween(1, 6),
                        strings().betweenCodePoints('a', 'c').ofLengthBetween(0, 12))
                .check((parts, text) -> {
                    LinearPattern pattern = new Patterns().compile(String.join("", parts));
                    return !pattern.find(text, false) || has(text.toLowerCase(Locale.ROOT), pattern.required());
                });
    }

    private static boolean has(String text, RequiredText required) {
        return switch (required) {
            case OneText(List<String> texts) ->
                texts.stream().anyMatch(each -> text.contains(each.toLowerCase(Locale.ROOT)));
            case All(List<RequiredText> parts) -> parts.stream().allMatch(part -> has(text, part));
            case OneOf(List<RequiredText> parts) -> parts.stream().anyMatch(part -> has(text, part));
        };
    }
}
