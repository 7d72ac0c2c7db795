package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.SourceResources;
import io.precinct.source.endpoints.page.Snippet.Line;
import io.precinct.source.endpoints.page.Snippet.Piece;
import io.precinct.source.endpoints.page.templates.JtecodeGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Symbols, annotations or matches as a page. Made from the JSON payload.
 *
 * @param what {@code symbols, references, annotations, query}
 */
public record CodePage(String what, ListAnswer list) {
    private static final int MOST_LINES = 40;

    /**
     * A page.
     *
     * @param what {@code symbols, references, annotations, query}
     * @param query parameters of the request, to fill in the form
     */
    public static HtmlPage of(String what, Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        var code = new CodePage(what, new ListAnswer(query, payload));
        return HtmlPage.of(
                code.list.title(code.title()),
                code.list.place(code.title()),
                page -> JtecodeGenerated.render(page, null, code));
    }

    /** The heading. */
    public String title() {
        return what.equals("query") ? "Matches" : what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
    }

    /** The parameters in the form; none if there is no form. */
    public List<String> fields() {
        return switch (what) {
            case "query" -> List.of();
            case "symbols" -> List.of("name", "kind", "path");
            case "references" -> List.of("name", "path", "lang");
            default -> List.of("pattern", "path");
        };
    }

    /** The text before the name of an item; empty for none. */
    public String kind(PlainData item) {
        return item.isTrue("declaration") ? "declared in" : item.text("kind");
    }

    /** The name of an item. */
    public String name(PlainData item) {
        String name = what.equals("references") ? item.text("container") : item.text(SourceResources.NAME_PATH);
        String file = item.text("path");
        return name.isEmpty() ? file.substring(file.lastIndexOf('/') + 1) : name;
    }

    /** Repository, file and line of an item. */
    public String place(PlainData item) {
        PlainData start = item.member("start");
        String line = start.isEmpty() ? "" : ":" + start.number("line");
        return list.repositoryOf(item) + " / " + item.text("path") + line;
    }

    /** The address of an item. */
    public String address(PlainData item) {
        int line = item.member("start").number("line");
        return Links.line(list.repositoryOf(item), item.text("path"), list.refOfItems(), line);
    }

    /** The address of the identifiers with the name of a declaration; null for anything else. */
    public @Nullable String references(PlainData item) {
        String name = what.equals("symbols") ? item.text("name") : "";
        return name.isEmpty() ? null : Links.references(list.repositoryOf(item), list.refOfItems(), name);
    }

    /** The first lines of an item, and those around it. */
    public Snippet snippet(PlainData item) {
        PlainData context = item.member("context");
        int first = item.member("start").number("line");
        int last = item.member("end").number("line");
        int number = context.number("from");
        List<Line> lines = new ArrayList<>();
        for (String text : context.texts("lines").stream().limit(MOST_LINES).toList()) {
            boolean one = number == first && number == last && what.equals("references");
            lines.add(new Line(
                    number,
                    false,
                    number >= first && number <= last,
                    one ? marked(item, context, text) : Snippet.pieces(context, number, text)));
            number++;
        }
        return new Snippet(lines);
    }

    private List<Piece> marked(PlainData item, PlainData context, String text) {
        PlainData cut = Snippet.cut(context, item.member("start").number("line"));
        int begin = list.index(text, cut, item.member("start"));
        int end = Math.max(begin, list.index(text, cut, item.member("end")));
        return Snippet.between(
                cut,
                List.of(
                        new Piece(text.substring(0, begin), false),
                        new Piece(text.substring(begin, end), true),
                        new Piece(text.substring(end), false)));
    }

    /** How many lines of an item its snippet leaves out. */
    public int left(PlainData item) {
        return Math.max(0, item.member("context").texts("lines").size() - MOST_LINES);
    }
}
