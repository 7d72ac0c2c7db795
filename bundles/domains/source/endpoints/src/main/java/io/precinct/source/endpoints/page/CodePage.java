package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.number;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.SourceResources;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Symbols, annotations or matches as a page. Made from the JSON payload. */
public final class CodePage {
    private static final int MOST_LINES = 40;

    private final String what;
    private final Map<String, @Nullable Object> query;
    private final Map<String, @Nullable Object> payload;

    private CodePage(String what, Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        this.what = what;
        this.query = query;
        this.payload = payload;
    }

    /**
     * A page.
     *
     * @param what {@code symbols, references, annotations, query}
     * @param query parameters of the request, to fill in the form
     */
    public static HtmlPage of(String what, Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        return new CodePage(what, query, payload).page();
    }

    private HtmlPage page() {
        String repository = text(payload.get("repo"));
        String title =
                what.equals("query") ? "Matches" : what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
        HtmlBuilder html = HtmlPage.begin(
                title + (repository.isEmpty() ? "" : " · " + repository),
                repository.isEmpty()
                        ? Breadcrumbs.service(title)
                        : Breadcrumbs.path(repository, text(payload.get("ref")), title));
        html.tag("<div class=\"head\"><h1>").text(title).tag("</h1></div>");
        if (!repository.isEmpty()) {
            RepositoryTabs.write(html, repository, text(payload.get("ref")), what);
        }
        form(html, repository);
        List<?> items = HtmlPage.list(payload, "items");
        if (items.isEmpty()) {
            html.tag("<p class=\"note\">")
                    .text(parsing().isEmpty() ? "Nothing matches." : "Nothing matches so far.")
                    .tag("</p>");
        }
        for (Object item : items) {
            item(html, map(item), repository);
        }
        more(html);
        return HtmlPage.end(html);
    }

    private void form(HtmlBuilder html, String repository) {
        if (what.equals("query")) {
            return;
        }
        html.tag("<form class=\"card search\" role=\"search\" action=\"")
                .text((repository.isEmpty() ? "" : Links.repository(repository)) + "/" + what)
                .tag("\">");
        List<String> fields = switch (what) {
            case "symbols" -> List.of("name", "kind", "path");
            case "references" -> List.of("name", "path", "lang");
            default -> List.of("pattern", "path");
        };
        for (String field : fields) {
            HtmlPage.field(html, field, field, text(query.get(field)));
        }
        if (query.get("ref") != null) {
            html.tag("<input type=\"hidden\" name=\"ref\" value=\"")
                    .text(text(query.get("ref")))
                    .tag("\">");
        }
        html.tag("<button type=\"submit\">Search</button></form>");
    }

    private void item(HtmlBuilder html, Map<String, @Nullable Object> item, String repository) {
        String repo = repository.isEmpty() ? text(item.get("repo")) : repository;
        html.tag("<section class=\"card item\">");
        Map<String, @Nullable Object> mark = map(item.get("annotation"));
        Map<String, @Nullable Object> start = map(item.get("start"));
        String name = text(what.equals("references") ? item.get("container") : SourceResources.NAME_PATH.in(item));
        if (!mark.isEmpty()) {
            html.tag("<p class=\"mark\">").text(text(mark.get("text"))).tag(" <small>");
            html.text(text(item.get("association"))).tag("</small></p>");
        }
        html.tag("<h2>");
        if (Boolean.TRUE.equals(item.get("declaration"))) {
            html.tag("<small>declared in</small> ");
        } else if (item.get("kind") != null) {
            html.tag("<small>").text(text(item.get("kind"))).tag("</small> ");
        }
        String file = text(item.get("path"));
        String place = file + (start.isEmpty() ? "" : ":" + number(start.get("line")));
        html.text(name.isEmpty() ? file.substring(file.lastIndexOf('/') + 1) : name)
                .tag("</h2><p class=\"place\">");
        String ref = text(repository.isEmpty() ? query.get("ref") : payload.get("ref"));
        HtmlPage.linkToLine(html, repo, file, ref, start.get("line"), repo + " / " + place);
        html.tag("</p>");
        snippet(html, item, start);
        HtmlPage.list(item, "captures").forEach(capture -> capture(html, map(capture)));
        html.tag("</section>");
    }

    private void snippet(HtmlBuilder html, Map<String, @Nullable Object> item, Map<String, @Nullable Object> start) {
        Map<String, @Nullable Object> context = map(item.get("context"));
        List<?> lines = HtmlPage.list(context, "lines");
        if (lines.isEmpty()) {
            return;
        }
        int from = number(context.get("from"));
        int first = number(start.get("line"));
        Map<String, @Nullable Object> end = map(item.get("end"));
        int last = number(end.get("line"));
        html.tag("<pre tabindex=\"0\"><code>");
        for (int i = 0; i < Math.min(lines.size(), MOST_LINES); i++) {
            int line = from + i;
            html.tag(line >= first && line <= last ? "<span class=\"l hit\">" : "<span class=\"l\">")
                    .tag("<i data-n=\"")
                    .number(line)
                    .tag("\"></i>");
            String shown = text(lines.get(i));
            if (line == first && line == last && what.equals("references")) {
                int begin = HtmlPage.index(shown, start, payload);
                int after = HtmlPage.index(shown, end, payload);
                html.text(shown.substring(0, begin)).tag("<mark>");
                html.text(shown.substring(begin, after)).tag("</mark>").text(shown.substring(after));
            } else {
                html.text(shown);
            }
            html.tag("\n</span>");
        }
        html.tag("</code></pre>");
        if (lines.size() > MOST_LINES) {
            html.tag("<p class=\"note\">").number(lines.size() - MOST_LINES).tag(" lines more</p>");
        }
    }

    private static void capture(HtmlBuilder html, Map<String, @Nullable Object> capture) {
        html.tag("<p class=\"place\">@")
                .text(text(capture.get("name")))
                .tag(" <small>")
                .text(text(SourceResources.NODE_TYPE.in(capture)))
                .tag(", line ")
                .number(number(map(capture.get("start")).get("line")))
                .tag("</small></p><pre tabindex=\"0\"><code>")
                .text(text(capture.get("text")))
                .tag("</code></pre>");
    }

    /** How far the files of the one repository are parsed; empty once all are. */
    private Map<String, @Nullable Object> parsing() {
        return map(SourceResources.LIST_PROGRESS.in(payload));
    }

    private void more(HtmlBuilder html) {
        HtmlPage.cut(html, payload);
        HtmlPage.skipped(html, payload);
        List<?> incomplete = HtmlPage.list(payload, "incomplete");
        if (!incomplete.isEmpty()) {
            html.tag("<details class=\"note warn\"><summary>Something may be hidden by errors of syntax: ")
                    .number(incomplete.size())
                    .tag("</summary><ul>");
            for (Object one : incomplete) {
                Map<String, @Nullable Object> lines = map(one);
                html.tag("<li>")
                        .text(text(lines.get("repo")) + " " + text(lines.get("path")) + " " + text(lines.get("from"))
                                + " to " + text(lines.get("to")))
                        .tag("</li>");
            }
            html.tag("</ul></details>");
        }
        if (!what.equals("query")) {
            HtmlPage.next(html, query, payload);
        }
    }
}
