package io.precinct.source.endpoints.page;

import io.precinct.source.api.View;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.page.templates.JtediffGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The differences between two commits, as a page. Made from the JSON payload. */
// @req:source-pages
public record DiffPage(ListAnswer list) {
    /**
     * A line of a hunk.
     *
     * @param style its CSS classes
     * @param old its number before; empty if it was not there
     * @param now its number afterwards; empty if it is no longer there
     */
    public record Line(String style, String old, String now, String text) {}

    /**
     * The page.
     *
     * @param query parameters of the request, to fill in the form
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        var diff = new DiffPage(new ListAnswer(query, payload));
        return HtmlPage.of(
                diff.list.title(diff.title()),
                diff.list.place("Diff"),
                page -> JtediffGenerated.render(page, null, page, diff));
    }

    /**
     * The differences for the page of a commit.
     *
     * @param query {@code from} and {@code to} of the same differences on a page of their own
     */
    public static DiffPage within(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        return new DiffPage(new ListAnswer(query, payload));
    }

    /** The address of the page of its own that continues these differences, or null if they are complete. */
    public @Nullable String rest() {
        String next = list.next();
        return next == null ? null : Links.list(list.repository(), "diff") + next;
    }

    /** The ref before. */
    public String from() {
        return list.query().text("from");
    }

    /** The ref afterwards. */
    public String to() {
        return list.ref();
    }

    /** The heading. */
    public String title() {
        return (beginsWithNothing() ? "Nothing" : HtmlPage.shortId(from())) + " to " + HtmlPage.shortId(to());
    }

    /** Whether there is no commit before. */
    public boolean beginsWithNothing() {
        return from().equals(View.NO_COMMIT);
    }

    /** The address of a file before. */
    public String before(String path) {
        return Links.at(list.repository(), path, from());
    }

    /** The address of a file afterwards. */
    public String afterwards(String path) {
        return Links.at(list.repository(), path, to());
    }

    /**
     * The address of a symbol.
     *
     * @param removed whether it exists only before
     */
    public String address(PlainData file, PlainData symbol, boolean removed) {
        return Links.line(
                list.repository(),
                file.text(removed ? "old_path" : "path"),
                removed ? from() : to(),
                symbol.member("start").number("line"));
    }

    /** The name of a symbol. */
    public String name(PlainData symbol) {
        return symbol.text(SourceResources.NAME_PATH);
    }

    /** The lines of a hunk. */
    public List<Line> lines(PlainData hunk) {
        int old = hunk.number("old_from");
        int now = hunk.number("new_from");
        List<Line> lines = new ArrayList<>();
        for (String line : hunk.texts("lines")) {
            char sign = line.isEmpty() ? ' ' : line.charAt(0);
            lines.add(new Line(
                    sign == '+' ? "l add" : sign == '-' ? "l del" : "l",
                    sign == '+' || sign == '\\' ? "" : Integer.toString(old),
                    sign == '-' || sign == '\\' ? "" : Integer.toString(now),
                    line));
            old += sign == ' ' || sign == '-' ? 1 : 0;
            now += sign == ' ' || sign == '+' ? 1 : 0;
        }
        return lines;
    }
}
