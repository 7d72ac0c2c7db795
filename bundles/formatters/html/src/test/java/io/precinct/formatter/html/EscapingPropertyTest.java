package io.precinct.formatter.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;

import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import io.precinct.common.text.VisibleText;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Tests that a page contains only the elements of this bundle, whatever the payload contains. */
class EscapingPropertyTest {
    private static final Set<String> ELEMENTS = Set.of(
            ("html head meta link title style body header main footer section div p span ul ol li h1 h2 h3 table thead"
                            + " tbody tr th td a q code details summary svg path rect")
                    .split(" "));
    private static final Set<String> ATTRIBUTES = Set.of(
            ("lang charset http-equiv content name rel href class id scope colspan start tabindex role aria-label"
                            + " aria-hidden viewbox viewBox d x y width height rx")
                    .split(" "));

    @Test
    void noPayloadAddsAnElementAnAttributeOrAScript() {
        qt().withExamples(400)
                .forAll(payloads(), hostile(), booleans())
                .checkAssert(EscapingPropertyTest::checkElements);
    }

    private static void checkElements(@Nullable Object payload, String path, boolean failed) {
        Document page = RenderedPages.page(new Target(payload, failed ? 422 : 200, "text/html", path, path));

        for (Element element : page.getAllElements()) {
            if (!(element instanceof Document)) {
                assertThat(ELEMENTS).contains(element.tagName());
                assertThat(element.attributes()).allMatch(attribute -> ATTRIBUTES.contains(attribute.getKey()));
            }
        }
        assertThat(page.select("style")).hasSize(1);
        assertThat(page.expectFirst("style").data()).isEqualTo(HtmlDocument.STYLE.css());
        assertThat(page.select("a[href]").eachAttr("href"))
                .allMatch(href ->
                        href.matches("(?i)https?://[^\\s\"'<>\\\\]+|/(?:[^/\\\\\\s\"'<>][^\\s\"'<>]*)?|#[a-z]+"));
    }

    @Test
    void whatIsShownIsWhatThePayloadSays() {
        qt().withExamples(400)
                .withGenerateAttempts(1000)
                .forAll(shown(), shown())
                .checkAssert((key, value) -> {
                    Document page = RenderedPages.ok(Data.map("only", Data.map(key, value)));

                    assertThat(page.expectFirst("main table.map th").wholeText())
                            .isEqualTo(key);
                    assertThat(page.expectFirst("main table.map td").wholeText())
                            .isEqualTo(value);
                });
    }

    private static Gen<String> hostile() {
        return oneOf(
                pick(List.of(
                        "</style><script>alert(1)</script>",
                        "</title><script>alert(1)</script>",
                        "\"><img src=x onerror=alert(1)>",
                        "' onmouseover='alert(1)",
                        "javascript:alert(1)",
                        "https://example.org/\" onclick=\"alert(1)",
                        "https://example.org/?a=b&lt;&quot;",
                        "/\" autofocus onfocus=\"x",
                        "<!--",
                        "--!><svg/onload=alert(1)>",
                        "]]>",
                        "&amp;&#60;&lt",
                        "<",
                        "\u0000",
                        "\u2028\ud800")),
                AnyText.upTo(20),
                AnyText.of("<>&\"'/=:;-! \n\tash", 20));
    }

    private static Gen<String> shown() {
        return hostile()
                .assuming(text -> text.codePoints()
                        .allMatch(c -> c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c > 0xA0 && !signed(c)));
    }

    /** Whether the page shows a character as a symbol. */
    private static boolean signed(int c) {
        return c <= 0xFFFF && VisibleText.isHidden((char) c)
                || c >= 0xD800 && c <= 0xDFFF
                || c == 0xFFFE
                || c == 0xFFFF;
    }

    private static Gen<@Nullable Object> payloads() {
        Gen<@Nullable Object> leaf = oneOf(
                AnyData.any(hostile()), pick(List.of(true, false, 1, 2.5, Long.MAX_VALUE)), constant((Object) null));
        Gen<@Nullable Object> data = AnyData.nested(leaf, hostile(), 3).map(Data::freeze);
        Gen<@Nullable Object> special = oneOf(data, specials());
        Gen<@Nullable Object> whole = hostile()
                .zip(
                        data,
                        special,
                        special,
                        special,
                        (key, value, verify, trace, seal) -> Data.mapBuilder()
                                .put(key, value)
                                .put("error", key)
                                .put("_verify", verify)
                                .put("scenarios", verify)
                                .put("_trace", trace)
                                .put("_seal", seal)
                                .build());
        return whole.mix(constant((Object) null), 1);
    }

    /** The framework's own members, as hostile boundaries would write them. */
    private static Gen<@Nullable Object> specials() {
        return hostile().map(s -> {
            Map<String, @Nullable Object> map = Data.map(
                    "name",
                    s,
                    "description",
                    s,
                    "passed",
                    s.length() % 2 == 0,
                    "failures",
                    Data.list(s, s + ": expected " + s + ", got " + s),
                    "boundary",
                    s,
                    "slot",
                    s,
                    "kind",
                    s,
                    "status",
                    s,
                    "reason",
                    s,
                    "bundle",
                    s,
                    "version",
                    s,
                    "start_us",
                    s.length(),
                    "duration_us",
                    s,
                    "reads",
                    Data.list(s),
                    "writes",
                    Data.list(s),
                    "verify",
                    Data.map("passed", s),
                    "traceparent",
                    s,
                    "root",
                    s,
                    "alg",
                    s);
            return s.length() % 3 == 0
                    ? Data.list(map)
                    : Data.mapBuilder()
                            .putAll(map)
                            .put("crossings", Data.list(map))
                            .put("leaves", Data.list(map))
                            .build();
        });
    }
}
