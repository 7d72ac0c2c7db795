package io.precinct.source.endpoints.page;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.html.Page;
import io.precinct.common.html.PageWriter;
import io.precinct.common.html.StyleSheet;
import io.precinct.rest.api.PageAddress;
import io.precinct.source.endpoints.Freshness;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.page.templates.JtecrumbsGenerated;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An HTML page without scripts or external resources, and with a content security policy that forbids them.
 *
 * @param html the whole document
 */
public record HtmlPage(byte[] html) {
    private static final StyleSheet STYLE =
            StyleSheet.load(HtmlPage.class, "source.css", "form-action 'self'; frame-ancestors 'none'");

    private static final String BRACKETS = "<path d='M9 7l-5 5 5 5M15 7l5 5-5 5'/>";

    /** Characters after which no further line of code is begun: browsers are slow with more. */
    private static final int BUDGET = 8 << 20;

    /** A piece of a page. */
    static HtmlBuilder piece() {
        return new HtmlBuilder(BUDGET, Integer.MAX_VALUE);
    }

    /** A page with this content. */
    static HtmlPage of(String title, Breadcrumbs place, Consumer<PageWriter> content) {
        var writer = new PageWriter(BUDGET, Integer.MAX_VALUE);
        new Page(STYLE, title + " · Precinct", false, page -> JtecrumbsGenerated.render(writer, null, place), null)
                .write(writer, page -> content.accept(writer));
        return new HtmlPage(writer.bytes());
    }

    /** Begins a document, up to the inside of {@code main}. */
    static HtmlBuilder begin(String title, Breadcrumbs place) {
        var crumbs = new PageWriter(BUDGET, Integer.MAX_VALUE);
        JtecrumbsGenerated.render(crumbs, null, place);
        return piece().head(STYLE, BRACKETS, false, head -> head.text(title).tag(" · Precinct"))
                .tag("<body><a class=\"skip\" href=\"#main\">Skip to content</a>")
                .tag("<header class=\"top\"><nav aria-label=\"Place\">")
                .tag(new String(crumbs.bytes(), StandardCharsets.UTF_8))
                .tag("</nav></header><main id=\"main\">");
    }

    /** Ends a document. */
    static HtmlPage end(HtmlBuilder html) {
        return new HtmlPage(html.tag("</main>").end().bytes());
    }

    /**
     * The answer with this page. Even at a commit it is not kept without being asked for again: its form offers the
     * branches of the moment, and its style is that of this version.
     */
    public Reply reply(Input input) {
        String tag = Freshness.weak(Map.of("html", new String(html, StandardCharsets.UTF_8)), "html");
        return Freshness.tagged(input, reply(), tag, false);
    }

    /** The answer with this page, for whoever asked alone. */
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

    /** Writes a button that leads to the next page of a list, if there is one. */
    static void next(HtmlBuilder html, Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        if (SourceResources.NEXT_CURSOR.in(payload) instanceof String cursor) {
            html.tag("<p class=\"actions\"><a class=\"button\" rel=\"next\" href=\"")
                    .text(PageAddress.query(query, "cursor", cursor))
                    .tag("\">More</a></p>");
        }
    }

    /**
     * Writes a form that searches texts.
     *
     * @param repository empty for all repositories
     * @param ref empty for the branches that are followed
     */
    static void search(HtmlBuilder html, String repository, String ref) {
        html.tag("<form class=\"search\" role=\"search\" action=\"")
                .text((repository.isEmpty() ? "" : Links.repository(repository)) + "/search")
                .tag("\"><label>text <input name=\"q\" type=\"search\" required></label>");
        if (!ref.isEmpty()) {
            html.tag("<input type=\"hidden\" name=\"ref\" value=\"").text(ref).tag("\">");
        }
        html.tag("<button type=\"submit\">Search</button></form>");
    }

    /** A commit as people name it; anything else as it is. */
    public static String shortId(String ref) {
        return ref.matches("[0-9a-f]{40}") ? ref.substring(0, 10) : ref;
    }

    /** A member of plain data as a map. */
    @SuppressWarnings("unchecked") // plain data
    static Map<String, @Nullable Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }

    /** A list in plain data; empty if it is not one. */
    static List<?> list(Map<String, @Nullable Object> data, String key) {
        return data.get(key) instanceof List<?> list ? list : List.of();
    }

    /** A member of plain data as text; empty if it is null. */
    static String text(@Nullable Object value) {
        return value == null ? "" : String.valueOf(value);
    }

    /** A member of plain data as a number; 0 if it is not one. */
    static int number(@Nullable Object value) {
        return value instanceof Number number ? number.intValue() : 0;
    }
}
