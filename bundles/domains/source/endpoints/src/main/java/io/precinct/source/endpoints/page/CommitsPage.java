package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commits as a page, each with a link to what it changed. Made from the JSON payload. */
// @req:source-pages
public final class CommitsPage {
    private final String repository;
    private final String ref;
    private final String path;

    private CommitsPage(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        this.repository = text(payload.get("repo"));
        this.ref = text(payload.get("ref"));
        this.path = text(query.get("path"));
    }

    /**
     * The page.
     *
     * @param query parameters of the request, for the address of the next page
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        return new CommitsPage(query, payload).page(query, payload);
    }

    private HtmlPage page(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        HtmlBuilder html = HtmlPage.begin(
                "Commits · " + (path.isEmpty() ? "" : path + " · ") + repository,
                Breadcrumbs.path(repository, ref, path));
        html.tag("<div class=\"head\"><h1>")
                .text(path.isEmpty() ? "Commits" : "Commits of " + path)
                .tag("</h1></div>");
        RepositoryTabs.write(html, repository, ref, RepositoryTabs.COMMITS);
        List<?> items = HtmlPage.list(payload, "items");
        if (items.isEmpty()) {
            html.tag("<p class=\"note\">No commit is here.</p>");
        } else {
            html.tag("<section class=\"card\"><table class=\"stacked\"><thead><tr><th scope=\"col\">Change</th>")
                    .tag("<th scope=\"col\">Author</th><th scope=\"col\">Time</th>")
                    .tag("<th scope=\"col\">Files then</th></tr></thead><tbody>");
            items.forEach(item -> row(html, map(item)));
            html.tag("</tbody></table></section>");
        }
        HtmlPage.cut(html, payload);
        HtmlPage.next(html, query, payload);
        return HtmlPage.end(html);
    }

    private void row(HtmlBuilder html, Map<String, @Nullable Object> commit) {
        String id = text(commit.get("commit"));
        String then = text(commit.get("path"));
        List<?> parents = HtmlPage.list(commit, "parents");
        String summary = text(commit.get("summary"));
        String shown = summary.isEmpty() ? "(no message)" : summary;
        html.tag("<tr><td>");
        if (parents.isEmpty()) {
            html.text(shown);
        } else {
            html.link(Links.diff(repository, text(parents.getFirst()), id, then), shown);
        }
        html.tag("</td><td>").text(text(map(commit.get("author")).get("name"))).tag("</td><td>");
        HtmlPage.time(html, text(map(commit.get("author")).get("time")));
        html.tag("</td><td><code>");
        html.link(
                then.isEmpty() ? Links.folder(repository, "", id) : Links.at(repository, then, id),
                HtmlPage.shortId(id));
        html.tag("</code></td></tr>");
    }
}
