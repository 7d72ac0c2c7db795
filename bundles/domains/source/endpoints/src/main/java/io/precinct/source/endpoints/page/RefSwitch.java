package io.precinct.source.endpoints.page;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.api.History.Name;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.SourceFault;
import io.precinct.source.endpoints.RepositoryLookup;
import java.util.List;

/** A form that shows the same place at another branch, tag or commit. */
final class RefSwitch {
    private static final int MOST_NAMES = 200;

    private RefSwitch() {}

    /**
     * Writes the form.
     *
     * @param action address of the page without a query
     * @param path a parameter that the address needs, or empty
     */
    static void write(HtmlBuilder html, RepositoryLookup.Open open, String action, String path) {
        html.tag("<form class=\"search ref\" action=\"").text(action).tag("\">");
        if (!path.isEmpty()) {
            html.tag("<input type=\"hidden\" name=\"path\" value=\"").text(path).tag("\">");
        }
        html.tag("<label>ref <input type=\"text\" name=\"ref\" list=\"refs\" autocomplete=\"off\" value=\"")
                .text(open.ref())
                .tag("\"></label><datalist id=\"refs\">");
        try {
            names(
                    html,
                    open.view()
                            .history()
                            .branches(PageRequest.first(MOST_NAMES))
                            .items());
            names(
                    html,
                    open.view().history().tags(PageRequest.first(MOST_NAMES)).items());
        } catch (SourceFault fault) {
            // Names to choose from are an extra.
        }
        html.tag("</datalist><button type=\"submit\">Switch</button></form>");
    }

    private static void names(HtmlBuilder html, List<Name> names) {
        for (Name each : names) {
            html.tag("<option value=\"").text(each.name()).tag("\"></option>");
        }
    }
}
