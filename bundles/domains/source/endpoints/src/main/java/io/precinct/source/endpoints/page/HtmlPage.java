package io.precinct.source.endpoints.page;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.source.endpoints.Freshness;
import io.precinct.source.endpoints.page.templates.JtecrumbsGenerated;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An HTML page without scripts or external resources, and with a content security policy that forbids them.
 *
 * @param html the whole document
 */
public record HtmlPage(byte[] html) {
    private static final StyleSheet STYLE =
            StyleSheet.load(HtmlPage.class, "source.css", "form-action 'self'; frame-ancestors 'none'");

    /** Characters after which no further line of code begins: browsers are slow with more. */
    private static final int BUDGET = 8 << 20;

    /** A page with this content. */
    static HtmlPage of(String title, Breadcrumbs place, Consumer<PageWriter> content) {
        var writer = new PageWriter(BUDGET, Integer.MAX_VALUE);
        new Page(STYLE, title + " · Precinct", false, page -> JtecrumbsGenerated.render(writer, null, place), null)
                .write(writer, page -> content.accept(writer));
        return new HtmlPage(writer.bytes());
    }

    /**
     * The answer with this page. Even at a commit, it must be revalidated: its form offers the current branches, and
     * its style is that of this version.
     */
    public Reply reply(Input input) {
        String tag = Freshness.weak(Map.of("html", new String(html, StandardCharsets.UTF_8)), "html");
        return Freshness.tagged(input, reply(), tag, false);
    }

    /** The answer with this page, for its caller alone. */
    public Reply confidential() {
        return Freshness.confidential(reply());
    }

    private Reply reply() {
        return Reply.of(200, Body.bytes("text/html; charset=utf-8", html))
                .header("Content-Security-Policy", STYLE.policy())
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Vary", "Accept");
    }

    /** A commit in its short form; anything else unchanged. */
    public static String shortId(String ref) {
        return ref.matches("[0-9a-f]{40}") ? ref.substring(0, 10) : ref;
    }
}
