package io.precinct.config.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.oneOf;

import io.precinct.config.yaml.Problems;
import io.precinct.core.api.config.Location;
import io.precinct.testing.AnyText;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class RoutePatternTest {
    private static @Nullable RoutePattern parse(String text, Problems problems) {
        return RoutePattern.parse(text, new Location("service.yml", 1, 1), problems);
    }

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/a/, /a/",
        "/a/:id, /a/:id",
        "/files/*rest, /files/*rest",
        "/%61b, /ab",
        "/caf%c3%a9, /caf%C3%A9",
        "/café, /caf%C3%A9",
        "/a%2fb, /a%2Fb",
        "/%3Aid, /%3Aid",
        "/%2ax, /%2Ax",
        "/a b, /a%20b",
        "/a:b, /a:b",
        "/😀, /%F0%9F%98%80"
    })
    void whatIsFixedIsEncodedInOneWay(String text, String normal) {
        var problems = new Problems();
        assertThat(parse(text, problems)).extracting(RoutePattern::path).isEqualTo(normal);
        assertThat(problems.inOrder()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "//",
                "/a//b",
                "/:",
                "/:1",
                "/:a-b",
                "/*",
                "/*a/b",
                "/:a/*a",
                "/%",
                "/%4",
                "/%zz",
                "/%ff",
                "/a?b",
                "/a#b",
                "/..",
                "/a/./b",
                "/%2e%2e/a",
                "/a\nb"
            })
    void whatNoRequestCouldMatchIsRefused(String text) {
        var problems = new Problems();
        assertThat(parse(text, problems)).isNull();
        assertThat(problems.inOrder()).hasSize(1);
    }

    @Test
    void namesOfVariablesDoNotTellRoutesApart() {
        var problems = new Problems();
        assertThat(parse("/a/:x/*y", problems)).isNotNull();
        assertThat(parse("/a/:x/*y", problems).key())
                .isEqualTo(parse("/%61/:z/*w", problems).key());
    }

    @Test
    void noTextMakesItThrowAndTheNormalFormIsItsOwn() {
        Gen<String> paths =
                oneOf(AnyText.upTo(20), AnyText.of("/:*%.aZ09éC ", 20)).map(text -> "/" + text);
        qt().withExamples(1000).forAll(paths).checkAssert(text -> {
            var problems = new Problems();
            RoutePattern pattern = parse(text, problems);
            assertThat(pattern == null).isEqualTo(problems.hasErrors());
            if (pattern != null) {
                assertThat(parse(pattern.path(), problems)).isEqualTo(pattern);
            }
        });
    }
}
