package io.precinct.source.endpoints.page;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.source.endpoints.Freshness;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page for people: no script, nothing from elsewhere, and a policy that says so.
 *
 * @param html the whole document
 */
public record Page(byte[] html) {
    private static final String ICON = "<link rel=\"icon\" href=\"data:image/svg+xml,"
            + "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%234a5fd0'"
            + " stroke-width='2.5'%3E%3Cpath d='M9 7l-5 5 5 5M15 7l5 5-5 5'/%3E%3C/svg%3E\">";

    /** Begins a document and leaves it inside of {@code main}. */
    static Html begin(String title, String crumbs) {
        return new Html()
                .tag("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
                .tag("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .tag("<meta name=\"color-scheme\" content=\"light dark\">")
                .tag(ICON)
                .tag("<title>")
                .text(title)
                .tag(" · Precinct</title><style>")
                .tag(Style.SHEET.css())
                .tag("</style></head><body><a class=\"skip\" href=\"#main\">Skip to content</a>")
                .tag("<header class=\"top\"><nav aria-label=\"Place\">")
                .tag(crumbs)
                .tag("</nav></header><main id=\"main\">");
    }

    /** Ends a document. */
    static Page end(Html html) {
        return new Page(html.tag(
                        "</main><footer>A page for people. For programs: <code>Accept: application/json</code></footer>")
                .tag("</body></html>\n")
                .bytes());
    }

    /** The answer with this page. */
    public Reply reply(Input input, boolean pinned) {
        Reply reply = Reply.of(200, Body.bytes("text/html; charset=utf-8", html))
                .header("Content-Security-Policy", Style.SHEET.policy())
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Vary", "Accept");
        String tag = Freshness.weak(Map.of("html", new String(html, StandardCharsets.UTF_8)), "html");
        return Freshness.tagged(input, reply, tag, pinned);
    }

    /** A member of plain data as a map. */
    @SuppressWarnings("unchecked") // plain data
    static Map<String, @Nullable Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }

    /** A member of plain data as text; empty where it is null. */
    static String text(@Nullable Object value) {
        return value == null ? "" : String.valueOf(value);
    }

    /** A member of plain data as a number; 0 where it is none. */
    static int number(@Nullable Object value) {
        return value instanceof Number number ? number.intValue() : 0;
    }
}
