package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A folder as a page. Made from the JSON payload. */
public final class TreePage {
    private static final Pattern README = Pattern.compile("(?i)readme\\.(md|markdown)");

    private TreePage() {}

    /**
     * The page of a folder.
     *
     * @param open its repository, at the commit of the payload
     * @param folder its path; empty for the root
     * @param query parameters of the request, for the address of the next page
     */
    public static HtmlPage of(
            RepositoryLookup.Open open,
            String folder,
            Map<String, @Nullable Object> query,
            Map<String, @Nullable Object> payload) {
        String repository = text(payload.get("repo"));
        String ref = text(payload.get("ref"));
        HtmlBuilder html = HtmlPage.begin(
                (folder.isEmpty() ? "" : folder + " · ") + repository, Breadcrumbs.path(repository, ref, folder));
        html.tag("<div class=\"head\"><h1>")
                .text(folder.isEmpty() ? repository : folder)
                .tag("</h1>");
        HtmlPage.search(html, repository, query.get("ref") == null ? "" : ref);
        html.tag("</div>");
        RepositoryTabs.write(html, repository, ref, RepositoryTabs.FILES);
        RefSwitch.write(html, open, Links.repository(repository) + "/tree", folder);
        html.tag("<section class=\"card\"><table class=\"tree\"><thead><tr><th scope=\"col\">Path</th>")
                .tag("<th scope=\"col\">Language</th><th scope=\"col\" class=\"right\">Bytes</th></tr></thead><tbody>");
        for (Object item : HtmlPage.list(payload, "items")) {
            row(html, repository, ref, map(item));
        }
        html.tag("</tbody></table></section>");
        HtmlPage.next(html, query, payload);
        for (Object item : HtmlPage.list(payload, "items")) {
            String path = text(map(item).get("path"));
            if (README.matcher(path.substring(path.lastIndexOf('/') + 1)).matches() && isIn(folder, path)) {
                Markdown.write(html, open, open.view().entry(path));
                break;
            }
        }
        return HtmlPage.end(html);
    }

    private static boolean isIn(String folder, String path) {
        return path.lastIndexOf('/') == (folder.isEmpty() ? -1 : folder.length());
    }

    private static void row(HtmlBuilder html, String repository, String ref, Map<String, @Nullable Object> item) {
        String path = text(item.get("path"));
        boolean folder = "dir".equals(item.get("type"));
        String address = folder ? Links.folder(repository, path, ref) : Links.at(repository, path, ref);
        html.tag("<tr><td>")
                .link(address, folder ? path + "/" : path)
                .tag("</td><td>")
                .text(folder ? "" : text(item.get("lang")))
                .tag("</td><td class=\"right\">")
                .text(text(item.get("size")))
                .tag("</td></tr>");
    }
}
