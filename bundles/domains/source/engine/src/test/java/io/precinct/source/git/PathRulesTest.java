package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.source.api.SourceFault;
import io.precinct.testing.AnyText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                "a/../b",
                "/etc/passwd",
                "a//b",
                "a/",
                "a/./b",
                "a\\..\\b",
                "..\\b",
                "a\\.git\\config",
                "a\0b",
                ".git",
                "a/.GIT/config",
                ".g\u200cit/config",
                "\uff0egit",
                ".git ",
                ".git.",
                ".git::$INDEX_ALLOCATION",
                "GIT~1/config",
                ".\uff27it"
            })
    void aPathThatLeadsElsewhereIsRefused(String path) {
        assertThatThrownBy(() -> PathRules.check(path)).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.status()).isEqualTo(400);
            assertThat(fault.code()).isEqualTo("path_escape");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a/b.c",
                ".gitignore",
                ".github/workflows/x.yml",
                "a..b",
                "...",
                "100%25",
                "ä ö",
                "git",
                "a\\b",
                "a\tb\nc",
                "\\",
                "C:\\x"
            })
    void aPathBelowTheRootIsNot(String path) {
        assertThatCode(() -> PathRules.check(path)).doesNotThrowAnyException();
    }

    @Test
    void pathsAreOrderedByTheirBytes() {
        qt().forAll(AnyText.wellFormed(6), AnyText.wellFormed(255), AnyText.wellFormed(6))
                .checkAssert((one, other, same) -> {
                    for (String a : List.of(one, same + one)) {
                        for (String b : List.of(other, same + other)) {
                            int bytes = Arrays.compareUnsigned(
                                    a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
                            assertThat(Integer.signum(PathRules.compare(a, b))).isEqualTo(Integer.signum(bytes));
                        }
                    }
                });
    }
}
