package io.precinct.formatter.html;

import io.precinct.common.html.HtmlBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the seal of a chain: its root, and its leaves in a collapsed part. */
final class SealFacts {
    private SealFacts() {}

    /** True if {@code value} is a seal: a map with a root. */
    static boolean isShownFor(@Nullable Object value) {
        return value instanceof Map<?, ?> map && map.get("root") instanceof String;
    }

    /** Writes the section. */
    static void write(HtmlBuilder page, Values values, @Nullable Object value) {
        Map<String, @Nullable Object> seal = LenientFields.map(value);
        if (seal == null) {
            return;
        }
        page.tag("<section class=\"card\" id=\"seal\"><h2>Seal</h2><table class=\"map\"><tbody>");
        seal.forEach((key, fact) -> {
            if (!key.equals("leaves")) {
                page.tag("<tr><th scope=\"row\">").text(key).tag("</th><td>");
                if (key.equals("root")) {
                    page.tag("<code class=\"root\">")
                            .text(LenientFields.text(seal, "root"))
                            .tag("</code>");
                } else {
                    values.write(fact, key, 1);
                }
                page.tag("</td></tr>");
            }
        });
        page.tag("</tbody></table>");
        List<?> leaves = LenientFields.list(seal, "leaves");
        if (!leaves.isEmpty()) {
            page.tag("<details><summary>").number(leaves.size()).tag(leaves.size() == 1 ? " leaf" : " leaves");
            page.tag("</summary>");
            values.write(leaves, "leaves", 1);
            page.tag("</details>");
        }
        page.tag("</section>");
    }
}
