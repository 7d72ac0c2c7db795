package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Branches or tags as a page, each with its files, its commits, and what differs from the ref that is followed. */
// @req:source-pages
public final class NamesPage {
    private NamesPage() {}

    /**
     * The page.
     *
     * @param what {@code branches} or {@code tags}
     * @param query parameters of the request, for the address of the next page
     */
    public static HtmlPage of(String what, Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        String repository = text(payload.get("repo"));
        String followed = text(payload.get("ref"));
        String title = what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
        HtmlBuilder html = HtmlPage.begin(title + " · " + repository, Breadcrumbs.path(repository, followed, title));
        html.tag("<div class=\"head\"><h1>").text(title).tag("</h1></div>");
        RepositoryTabs.write(html, repository, followed, what);
        List<?> items = HtmlPage.list(payload, "items");
        if (items.isEmpty()) {
            html.tag("<p class=\"note\">There are no ").text(what).tag(".</p>");
        } else {
            html.tag("<section class=\"card\"><table class=\"stacked\"><thead><tr><th scope=\"col\">Name</th>")
                    .tag("<th scope=\"col\">Commit</th><th scope=\"col\">History</th>")
                    .tag("<th scope=\"col\">Compare</th></tr></thead><tbody>");
            items.forEach(item -> row(html, repository, followed, map(item)));
            html.tag("</tbody></table></section>");
        }
        HtmlPage.next(html, query, payload);
        return HtmlPage.end(html);
    }

    private static void row(HtmlBuilder html, String repository, String followed, Map<String, @Nullable Object> each) {
        String name = text(each.get("name"));
        html.tag("<tr><td>").link(Links.folder(repository, "", name), name);
        boolean isFollowed = Boolean.TRUE.equals(each.get("default"));
        html.tag(isFollowed ? " <small>followed</small>" : "")
                .tag("</td><td><code>")
                .text(HtmlPage.shortId(text(each.get("commit"))))
                .tag("</code></td><td>")
                .link(Links.commits(repository, name, ""), "Commits")
                .tag("</td><td>");
        if (!isFollowed) {
            html.link(Links.diff(repository, followed, name, ""), "with " + followed);
        }
        html.tag("</td></tr>");
    }
}
