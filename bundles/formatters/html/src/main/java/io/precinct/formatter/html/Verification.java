package io.precinct.formatter.html;

import io.precinct.common.html.HtmlBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of scenarios: which passed and which failed, with the expected and the actual value of each
 * failure.
 */
final class Verification {
    private static final String EXPECTED = ": expected ";
    private static final String GOT = ", got ";

    private final HtmlBuilder page;

    Verification(HtmlBuilder page) {
        this.page = page;
    }

    /** The list of result entries that {@code value} is, or null. */
    static @Nullable List<?> results(@Nullable Object value) {
        return value instanceof List<?> list
                        && LenientFields.mapsNamed(value, "name")
                        && list.stream().allMatch(entry -> entry(entry).get("passed") instanceof Boolean)
                ? list
                : null;
    }

    private static boolean passed(Map<String, @Nullable Object> entry) {
        return Boolean.TRUE.equals(entry.get("passed"));
    }

    private static int passed(List<?> results) {
        return (int) results.stream().filter(entry -> passed(entry(entry))).count();
    }

    /** The result entry that {@code element} is known to be. */
    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> entry(@Nullable Object element) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(element);
    }

    /** The summary for the top of the page. */
    static void summary(HtmlBuilder page, List<?> results) {
        int failed = results.size() - passed(results);
        page.tag("<li><a href=\"#verification\" class=\"pill ").tag(failed == 0 ? "good\">✓ " : "bad\">✕ ");
        page.number(failed == 0 ? results.size() : failed)
                .tag(failed == 0 ? " passed" : " failed")
                .tag("</a></li>");
    }

    /** Writes the section. */
    void write(String heading, List<?> results) {
        int passed = passed(results);
        int failed = results.size() - passed;
        page.tag("<section class=\"card\" id=\"verification\"><h2>").tag(heading);
        if (passed > 0) {
            page.tag(" <span class=\"pill good\">").number(passed).tag(" passed</span>");
        }
        if (failed > 0) {
            page.tag(" <span class=\"pill bad\">").number(failed).tag(" failed</span>");
        }
        page.tag("</h2><ul class=\"results\">");
        for (Object result : results) {
            if (page.full()) {
                page.tag("<li class=\"more\">… more; this page is full, as JSON there is no limit</li>");
                break;
            }
            result(entry(result));
        }
        page.tag("</ul></section>");
    }

    private void result(Map<String, @Nullable Object> entry) {
        String outcome = passed(entry) ? "passed" : "failed";
        page.tag("<li class=\"").tag(outcome).tag("\"><h3><span class=\"mark\" aria-hidden=\"true\">");
        page.tag(passed(entry) ? "✓" : "✕").tag("</span> ").text(LenientFields.text(entry, "name"));
        page.tag("<span class=\"unseen\"> ").tag(outcome).tag("</span></h3>");
        String description = LenientFields.text(entry, "description");
        if (!description.isEmpty()) {
            page.tag("<p>").text(description).tag("</p>");
        }
        failures(LenientFields.list(entry, "failures"));
        page.tag("</li>");
    }

    private void failures(List<?> failures) {
        if (failures.isEmpty()) {
            return;
        }
        page.tag("<table class=\"failures\"><thead><tr><th scope=\"col\">Field</th><th scope=\"col\">Expected</th>")
                .tag("<th scope=\"col\">Got</th></tr></thead><tbody>");
        for (Object failure : failures) {
            if (page.full()) {
                page.tag("<tr><td colspan=\"3\" class=\"more\">… more</td></tr>");
                break;
            }
            failure(String.valueOf(failure));
        }
        page.tag("</tbody></table>");
    }

    /** Splits {@code <field>: expected <value>, got <value>} if that is unambiguous. */
    private void failure(String text) {
        int expected = text.indexOf(EXPECTED);
        int got = text.lastIndexOf(GOT);
        boolean clear = expected > 0 && got > expected && text.indexOf(GOT) == got;
        if (!clear) {
            page.tag("<tr><td colspan=\"3\"><code>").text(text).tag("</code></td></tr>");
            return;
        }
        page.tag("<tr><th scope=\"row\"><code>").text(text.substring(0, expected));
        page.tag("</code></th><td><code>").text(text.substring(expected + EXPECTED.length(), got));
        page.tag("</code></td><td><code class=\"got\">").text(text.substring(got + GOT.length()));
        page.tag("</code></td></tr>");
    }
}
