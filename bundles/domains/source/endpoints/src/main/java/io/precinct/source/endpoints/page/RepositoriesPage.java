package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.SourceResources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The repositories as a page, each with a link to its files. Made from the JSON payload. */
public final class RepositoriesPage {
    private RepositoriesPage() {}

    /**
     * The page.
     *
     * @param query parameters of the request, for the address of the next page
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        HtmlBuilder html = HtmlPage.begin("Repositories", Breadcrumbs.service("Repositories"));
        html.tag("<div class=\"head\"><h1>Repositories</h1>");
        List<?> items = HtmlPage.list(payload, "items");
        if (!items.isEmpty()) {
            HtmlPage.search(html, "", "");
        }
        html.tag("</div>");
        if (items.isEmpty()) {
            html.tag(
                    "<p class=\"note\">No repository is configured; list them under <code>repos</code> in source.yml.</p>");
            return HtmlPage.end(html);
        }
        html.tag("<section class=\"card\"><table><thead><tr><th scope=\"col\">Repository</th>")
                .tag("<th scope=\"col\">State</th><th scope=\"col\">Ref</th><th scope=\"col\">Commit</th>")
                .tag("<th scope=\"col\">Fetched</th></tr></thead><tbody>");
        items.forEach(item -> row(html, map(item)));
        html.tag("</tbody></table></section>");
        HtmlPage.next(html, query, payload);
        return HtmlPage.end(html);
    }

    /** A row of the table; without a commit it has no link. */
    private static void row(HtmlBuilder html, Map<String, @Nullable Object> repository) {
        String name = text(repository.get("name"));
        String commit = text(repository.get("commit"));
        html.tag("<tr><td>");
        if (commit.isEmpty()) {
            html.tag("<b>").text(name).tag("</b>");
        } else {
            html.link(Links.repository(name) + "/tree", name);
        }
        html.tag(SourceResources.LAST_ERROR.in(repository) == null ? "</td><td>" : "</td><td class=\"bad\">")
                .text(text(repository.get("state")))
                .text(parsing(map(SourceResources.PARSING.in(repository))))
                .tag("</td><td>")
                .text(text(repository.get("ref")))
                .tag("</td><td><code>")
                .text(commit.substring(0, Math.min(12, commit.length())))
                .tag("</code></td><td>")
                .text(text(SourceResources.FETCHED_AT.in(repository)))
                .tag("</td></tr>");
        if (SourceResources.LAST_ERROR.in(repository) != null) {
            html.tag("<tr><td colspan=\"5\"><p class=\"note warn\">")
                    .text(text(SourceResources.LAST_ERROR.in(repository)))
                    .tag("</p></td></tr>");
        }
    }

    /** {@code , parsing 10 of 200 files}, or nothing. */
    private static String parsing(Map<String, @Nullable Object> progress) {
        if (progress.isEmpty()) {
            return "";
        }
        return progress.get("total") == null ? ", counting its files" : ", parsing " + HtmlPage.progress(progress);
    }
}
