package io.precinct.source.endpoints.page;

import static io.precinct.source.endpoints.page.HtmlPage.map;
import static io.precinct.source.endpoints.page.HtmlPage.text;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.uri.PercentCoding;
import io.precinct.source.endpoints.Links;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A folder as a page. Made from the JSON payload. */
public final class TreePage {
    private TreePage() {}

    /** The page of a folder; empty for the root. */
    public static HtmlPage of(String folder, boolean recursive, Map<String, @Nullable Object> payload) {
        String repository = text(payload.get("repo"));
        String commit = text(payload.get("commit"));
        HtmlBuilder html = HtmlPage.begin(
                (folder.isEmpty() ? "" : folder + " · ") + repository, Breadcrumbs.path(repository, commit, folder));
        html.tag("<div class=\"head\"><h1>")
                .text(folder.isEmpty() ? repository : folder)
                .tag("</h1></div><section class=\"card\"><table class=\"tree\"><thead><tr><th scope=\"col\">Path</th>")
                .tag("<th scope=\"col\">Language</th><th scope=\"col\" class=\"right\">Bytes</th></tr></thead><tbody>");
        List<?> items = payload.get("items") instanceof List<?> list ? list : List.of();
        for (Object item : items) {
            row(html, repository, commit, map(item));
        }
        html.tag("</tbody></table></section>");
        if (payload.get("next_cursor") instanceof String cursor) {
            String address = "?path=" + PercentCoding.encode(folder) + (recursive ? "&recursive=true" : "") + "&cursor="
                    + PercentCoding.encode(cursor);
            html.tag("<p class=\"actions\"><a class=\"button\" rel=\"next\" href=\"")
                    .text(address)
                    .tag("\">More</a></p>");
        }
        return HtmlPage.end(html);
    }

    private static void row(HtmlBuilder html, String repository, String commit, Map<String, @Nullable Object> item) {
        String path = text(item.get("path"));
        boolean folder = "dir".equals(item.get("type"));
        String address = folder
                ? Links.repository(repository) + "/tree?ref=" + commit + "&path=" + PercentCoding.encode(path)
                : Links.file(repository, path) + "?ref=" + commit;
        html.tag("<tr><td>")
                .link(address, folder ? path + "/" : path)
                .tag("</td><td>")
                .text(folder ? "" : text(item.get("lang")))
                .tag("</td><td class=\"right\">")
                .text(text(item.get("size")))
                .tag("</td></tr>");
    }
}
