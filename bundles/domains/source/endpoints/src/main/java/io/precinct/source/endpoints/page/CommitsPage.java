package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.page.templates.JtecommitsGenerated;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commits as a page, each with a link to its changes. Made from the JSON payload. */
// @req:source-pages
public final class CommitsPage {
    private CommitsPage() {}

    /**
     * The page.
     *
     * @param query parameters of the request, for the address of the next page
     */
    public static HtmlPage of(Map<String, @Nullable Object> query, Map<String, @Nullable Object> payload) {
        var list = new ListAnswer(query, payload);
        String path = list.query().text("path");
        return HtmlPage.of(
                list.title(path.isEmpty() ? "Commits" : "Commits · " + path),
                Breadcrumbs.path(list.repository(), list.ref(), path),
                page -> JtecommitsGenerated.render(page, null, list, path));
    }
}
