package io.precinct.source.endpoints.page;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.uri.PercentCoding;
import io.precinct.source.endpoints.Links;

/** The navigation between the pages of a repository. */
final class RepositoryTabs {
    static final String FILES = "files";
    static final String COMMITS = "commits";
    static final String BRANCHES = "branches";
    static final String TAGS = "tags";
    static final String SYMBOLS = "symbols";

    private RepositoryTabs() {}

    /** @param current which of them the page is; empty for none */
    static void write(HtmlBuilder html, String repository, String ref, String current) {
        html.tag("<nav class=\"tabs\" aria-label=\"Repository\">");
        tab(html, Links.folder(repository, "", ref), "Files", FILES.equals(current));
        tab(html, Links.commits(repository, ref, ""), "Commits", COMMITS.equals(current));
        tab(html, Links.repository(repository) + "/branches", "Branches", BRANCHES.equals(current));
        tab(html, Links.repository(repository) + "/tags", "Tags", TAGS.equals(current));
        String symbols = Links.repository(repository) + "/symbols?ref=" + PercentCoding.encode(ref);
        tab(html, symbols, "Symbols", SYMBOLS.equals(current));
        html.tag("</nav>");
    }

    private static void tab(HtmlBuilder html, String address, String shown, boolean here) {
        html.tag("<a href=\"")
                .text(address)
                .tag(here ? "\" aria-current=\"page\">" : "\">")
                .text(shown)
                .tag("</a>");
    }
}
