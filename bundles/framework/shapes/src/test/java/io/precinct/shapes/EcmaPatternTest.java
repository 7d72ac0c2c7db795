package io.precinct.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.lib.re2j.LinearPattern;
import io.precinct.lib.re2j.Patterns;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EcmaPatternTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "^[a-z]+$~^[a-z]+$",
                "a.b~a[^\\n]b",
                "a\\.b~a\\.b",
                "\\Aa\\z~^a$",
                "\\s\\S~[\\t\\n\\f\\r ][^\\t\\n\\f\\r ]",
                "[\\s,]~[\\t\\n\\f\\r ,]",
                "\\d+?\\w*\\bx\\B~\\d+?\\w*\\bx\\B",
                "\\a\\x41~\\x07\\x41",
                "\\x{1F600}~\\u{1F600}",
                "\\_\\-\\/\\\"~_-/\"",
                "[\\_\\-\\.]~[_\\-\\.]",
                "[]a]~[\\]a]",
                "[^]a]~[^\\]a]",
                "[a[b]~[a\\[b]",
                "[\\d-z]~[\\d\\-z]",
                "]}{~\\]\\}\\{",
                "a{2}b{2,}c{2,3}~a{2}b{2,}c{2,3}",
                "a{,3}~a\\{,3\\}",
                "a{2~a\\{2",
                "(?:a|b)(c)~(?:a|b)(c)",
                "(?P<n>a)(?<m>b)~(a)(b)"
            })
    void whatBothDialectsCanSayIsTranslated(String re2, String ecma) {
        assertThat(EcmaPattern.of(re2)).isEqualTo(ecma);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?i)a",
                "(?s:.)",
                "\\Qa.b\\E",
                "[[:alpha:]]",
                "\\pL",
                "\\p{Greek}",
                "\\07",
                "[\\S]",
                "^*",
                "\\b{2}",
                "$+"
            })
    void whatEcmaScriptCannotSayHasNoTranslation(String re2) {
        new Patterns().compile(re2);

        assertThat(EcmaPattern.of(re2)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "^$\\.*+?()[]{}|", "a\nb", "\uD83D\uDE00", "-/#&~"})
    void aQuotedTextFindsItselfAndNothingElse(String text) {
        LinearPattern pattern = new Patterns().compile("^" + EcmaPattern.quote(text) + "$");

        assertThat(pattern.find(text, false)).isTrue();
        assertThat(pattern.find(text + "x", false)).isFalse();
    }
}
