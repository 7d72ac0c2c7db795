package io.precinct.source.endpoints.page;

import io.precinct.source.endpoints.page.templates.JtenamesGenerated;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Branches or tags as a page, each with its files, its commits, and its differences from the followed ref. */
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
        var list = new ListAnswer(query, payload);
        String title = what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
        return HtmlPage.of(
                list.title(title), list.place(title), page -> JtenamesGenerated.render(page, null, list, title, what));
    }
}
