package io.precinct.source.endpoints.page;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;

/** The buttons of a file. */
final class FileActions {
    static final String CODE = "code";
    static final String BLAME = "blame";

    private FileActions() {}

    /** @param current which of them the page is */
    static void write(HtmlBuilder html, RepositoryLookup.Open open, FileEntry entry, String current) {
        View view = open.view();
        String repository = view.repository();
        if (entry.blob() == null) {
            return;
        }
        button(html, Links.at(repository, entry.path(), open.ref()), "Code", CODE.equals(current));
        button(html, Links.blame(repository, entry.path(), open.ref()), "Blame", BLAME.equals(current));
        button(html, Links.commits(repository, open.ref(), entry.path()), "History", false);
        button(html, Links.at(repository, entry.path(), open.ref()) + "&raw=true", "Raw", false);
    }

    private static void button(HtmlBuilder html, String address, String shown, boolean here) {
        html.tag("<a class=\"button\"")
                .tag(here ? " aria-current=\"page\"" : "")
                .tag(" href=\"")
                .text(address)
                .tag("\">")
                .text(shown)
                .tag("</a> ");
    }
}
