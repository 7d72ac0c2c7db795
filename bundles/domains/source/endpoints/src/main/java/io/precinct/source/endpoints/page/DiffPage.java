package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.number;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.SourceResources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What differs between two commits, as a page. Made from the JSON payload. */
// @req:source-pages
public final class DiffPage {
    private final Map<String, @Nullable Object> query;
    private final Map<String, @Nullable Object> payload;
    private final String repository;
    private final String from;
    private final String to;

    private DiffPage(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        this.query = query;
        this.payload = payload;
        this.repository = text(payload.get("repo"));
        this.from = text(query.get("from"));
        this.to = text(payload.get("ref"));
    }

    /**
     * The page.
     *
     * @param query parameters of the request, to fill in the form
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        return new DiffPage(query, payload).page();
    }

    private HtmlPage page() {
        String title = HtmlPage.shortId(from) + " to " + HtmlPage.shortId(to);
        HtmlBuilder html = HtmlPage.begin(title + " · " + repository, Breadcrumbs.path(repository, to, "Diff"));
        html.tag("<div class=\"head\"><h1>").text(title).tag("</h1></div>");
        RepositoryTabs.write(html, repository, to, "");
        form(html);
        List<?> items = HtmlPage.list(payload, "items");
        if (items.isEmpty()) {
            html.tag("<p class=\"note\">Nothing differs.</p>");
        }
        for (Object item : items) {
            if (html.full()) {
                html.tag("<p class=\"note warn\">The page is too long to show the files that follow.</p>");
                break;
            }
            file(html, map(item));
        }
        HtmlPage.cut(html, payload);
        HtmlPage.next(html, query, payload);
        return HtmlPage.end(html);
    }

    private void form(HtmlBuilder html) {
        html.tag("<form class=\"card search\" action=\"")
                .text(Links.repository(repository) + "/diff")
                .tag("\">");
        HtmlPage.field(html, "from", "from", from);
        HtmlPage.field(html, "to", "to", to);
        HtmlPage.field(html, "path", "path", text(query.get("path")));
        HtmlPage.box(html, "symbols", "true", "symbols", text(query.get("symbols")));
        html.tag("<button type=\"submit\">Compare</button></form>");
    }

    private void file(HtmlBuilder html, Map<String, @Nullable Object> file) {
        String path = text(file.get("path"));
        String old = text(file.get("old_path"));
        html.tag("<section class=\"card item\"><h2><small>")
                .text(text(file.get("status")))
                .tag("</small> ");
        if (path.isEmpty()) {
            html.link(Links.at(repository, old, from), old);
        } else {
            html.link(Links.at(repository, path, to), path);
        }
        html.tag("</h2>");
        if (!path.isEmpty() && !old.isEmpty() && !path.equals(old)) {
            html.tag("<p class=\"place\">from ")
                    .link(Links.at(repository, old, from), old)
                    .tag("</p>");
        }
        symbols(html, file, path, old);
        String reason = text(map(file.get("skipped")).get("reason"));
        if (!reason.isEmpty()) {
            html.tag("<p class=\"note\">Not compared: ").text(reason).tag("</p>");
        }
        List<?> hunks = HtmlPage.list(file, "hunks");
        if (!hunks.isEmpty()) {
            html.tag("<pre tabindex=\"0\" class=\"diff\"><code>");
            boolean first = true;
            for (Object hunk : hunks) {
                html.tag(first ? "" : "<span class=\"gap\">⋯\n</span>");
                hunk(html, map(hunk));
                first = false;
            }
            html.tag("</code></pre>");
        }
        html.tag("</section>");
    }

    private void symbols(HtmlBuilder html, Map<String, @Nullable Object> file, String path, String old) {
        Map<String, @Nullable Object> symbols = map(file.get("symbols"));
        for (String change : List.of("added", "removed", "changed")) {
            List<?> declared = HtmlPage.list(symbols, change);
            if (declared.isEmpty()) {
                continue;
            }
            html.tag("<p class=\"place\"><small>").tag(change).tag("</small>");
            for (Object each : declared) {
                Map<String, @Nullable Object> symbol = map(each);
                boolean gone = change.equals("removed");
                html.tag(" <code>");
                HtmlPage.linkToLine(
                        html,
                        repository,
                        gone ? old : path,
                        gone ? from : to,
                        map(symbol.get("start")).get("line"),
                        text(SourceResources.NAME_PATH.in(symbol)));
                html.tag("</code>");
            }
            html.tag("</p>");
        }
    }

    private static void hunk(HtmlBuilder html, Map<String, @Nullable Object> hunk) {
        int old = number(hunk.get("old_from"));
        int now = number(hunk.get("new_from"));
        for (Object each : HtmlPage.list(hunk, "lines")) {
            String line = text(each);
            char sign = line.isEmpty() ? ' ' : line.charAt(0);
            html.tag(
                    sign == '+'
                            ? "<span class=\"l add\">"
                            : sign == '-' ? "<span class=\"l del\">" : "<span class=\"l\">");
            html.tag("<i data-n=\"")
                    .tag(sign == '+' || sign == '\\' ? "" : String.valueOf(old))
                    .tag("\"></i>");
            html.tag("<i data-n=\"")
                    .tag(sign == '-' || sign == '\\' ? "" : String.valueOf(now))
                    .tag("\"></i>");
            html.text(line).tag("\n</span>");
            old += sign == ' ' || sign == '-' ? 1 : 0;
            now += sign == ' ' || sign == '+' ? 1 : 0;
        }
    }
}
