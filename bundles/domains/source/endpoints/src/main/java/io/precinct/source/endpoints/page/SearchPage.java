package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.number;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lines of text that were found, as a page with the matches marked, file by file. Made from the JSON payload. */
public final class SearchPage {
    private final Map<String, @Nullable Object> query;
    private final Map<String, @Nullable Object> payload;
    private final String repository;

    private SearchPage(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        this.query = query;
        this.payload = payload;
        this.repository = text(payload.get("repo"));
    }

    /**
     * The page.
     *
     * @param query parameters of the request, to fill in the form
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        return new SearchPage(query, payload).page();
    }

    private HtmlPage page() {
        HtmlBuilder html = HtmlPage.begin(
                text(query.get("q")) + " · Search" + (repository.isEmpty() ? "" : " · " + repository),
                repository.isEmpty()
                        ? Breadcrumbs.service("Search")
                        : Breadcrumbs.path(repository, text(payload.get("ref")), "Search"));
        html.tag("<div class=\"head\"><h1>Search</h1></div>");
        if (!repository.isEmpty()) {
            RepositoryTabs.write(html, repository, text(payload.get("ref")), "");
        }
        form(html);
        List<?> items = HtmlPage.list(payload, "items");
        if (items.isEmpty()) {
            html.tag("<p class=\"note\">Nothing matches.</p>");
        }
        int from = 0;
        while (from < items.size()) {
            Map<String, @Nullable Object> first = map(items.get(from));
            int to = from + 1;
            while (to < items.size() && isOfFile(first, map(items.get(to)))) {
                to++;
            }
            file(html, first, items.subList(from, to));
            from = to;
        }
        more(html);
        return HtmlPage.end(html);
    }

    private static boolean isOfFile(Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
        return text(one.get("path")).equals(text(other.get("path")))
                && text(one.get("repo")).equals(text(other.get("repo")));
    }

    private void form(HtmlBuilder html) {
        html.tag("<form class=\"card search\" role=\"search\" action=\"")
                .text((repository.isEmpty() ? "" : Links.repository(repository)) + "/search")
                .tag("\">");
        HtmlPage.field(html, "q", "text", given("q"));
        HtmlPage.field(html, "path", "path", given("path"));
        HtmlPage.field(html, "lang", "language", given("lang"));
        if (repository.isEmpty()) {
            HtmlPage.field(html, "repo", "repository", given("repo"));
        }
        HtmlPage.box(html, "regex", "true", "regular expression", given("regex"));
        HtmlPage.box(html, "case", "no", "any case", given("case"));
        HtmlPage.box(html, "word", "true", "whole words", given("word"));
        if (query.get("ref") != null) {
            html.tag("<input type=\"hidden\" name=\"ref\" value=\"")
                    .text(text(query.get("ref")))
                    .tag("\">");
        }
        html.tag("<button type=\"submit\">Search</button></form>");
    }

    private String given(String name) {
        return query.get(name) instanceof String value ? value : "";
    }

    private void file(HtmlBuilder html, Map<String, @Nullable Object> first, List<?> lines) {
        String repo = repository.isEmpty() ? text(first.get("repo")) : repository;
        String path = text(first.get("path"));
        html.tag("<section class=\"card item\"><h2>");
        HtmlPage.linkToLine(html, repo, path, ref(), null, repository.isEmpty() ? repo + " / " + path : path);
        html.tag(" <small>").text(text(first.get("lang"))).tag("</small></h2><pre tabindex=\"0\"><code>");
        int shown = 0;
        var hits = new TreeSet<Integer>();
        lines.forEach(line -> hits.add(number(map(line).get("line"))));
        for (Object one : lines) {
            Map<String, @Nullable Object> line = map(one);
            Map<String, @Nullable Object> around = map(line.get("context"));
            int at = number(line.get("line"));
            int begin = number(around.get("from"));
            List<?> texts = HtmlPage.list(around, "lines");
            if (shown > 0 && begin > shown + 1) {
                html.tag("<span class=\"gap\">⋯\n</span>");
            }
            for (int i = Math.max(begin, shown + 1); i < begin + texts.size(); i++) {
                if (i > at && hits.contains(i)) {
                    break; // it has its own turn, with its matches
                }
                line(html, line, i, at, text(texts.get(i - begin)));
                shown = i;
            }
        }
        html.tag("</code></pre></section>");
    }

    private void line(HtmlBuilder html, Map<String, @Nullable Object> item, int number, int hit, String text) {
        html.tag(number == hit ? "<span class=\"l hit\">" : "<span class=\"l\">")
                .tag("<i data-n=\"")
                .number(number)
                .tag("\"></i>");
        if (number == hit) {
            marked(html, item);
        } else {
            html.text(text);
        }
        html.tag("\n</span>");
    }

    private void marked(HtmlBuilder html, Map<String, @Nullable Object> item) {
        String line = text(item.get("text"));
        int done = 0;
        for (Object one : HtmlPage.list(item, "matches")) {
            Map<String, @Nullable Object> match = map(one);
            int from = HtmlPage.index(line, map(match.get("start")), payload);
            int to = HtmlPage.index(line, map(match.get("end")), payload);
            html.text(line.substring(done, from))
                    .tag("<mark>")
                    .text(line.substring(from, to))
                    .tag("</mark>");
            done = to;
        }
        html.text(line.substring(done));
    }

    private String ref() {
        return text(repository.isEmpty() ? query.get("ref") : payload.get("ref"));
    }

    private void more(HtmlBuilder html) {
        if (Boolean.TRUE.equals(payload.get("truncated"))) {
            html.tag(
                            "<p class=\"note warn\">The search took too long to look at every file at once; the next page goes on.")
                    .tag("</p>");
        }
        HtmlPage.skipped(html, payload);
        HtmlPage.next(html, query, payload);
    }
}
