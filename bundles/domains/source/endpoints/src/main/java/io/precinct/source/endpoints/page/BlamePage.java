package io.precinct.source.endpoints.page;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.History.Revision;
import io.precinct.source.api.History.Run;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.LineRange;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import java.util.List;

/** A file as a page, with the commit that wrote each of its lines. */
// @req:source-pages
public final class BlamePage {
    private BlamePage() {}

    /** The page of a file, or of some lines of it. */
    public static HtmlPage of(
            RepositoryLookup.Open open, FileEntry entry, FileText text, LineRange range, ResultPage<Run> blamed) {
        View view = open.view();
        String repository = view.repository();
        HtmlBuilder html = HtmlPage.begin(
                "Blame · " + entry.path() + " · " + repository, Breadcrumbs.path(repository, open.ref(), entry.path()));
        html.tag("<div class=\"head\"><h1>").text(entry.path()).tag("</h1><p class=\"actions\">");
        FileActions.write(html, open, entry, FileActions.BLAME);
        html.tag("</p></div>");
        RepositoryTabs.write(html, repository, open.ref(), RepositoryTabs.FILES);
        if (blamed.truncated() != null) {
            html.tag(
                    "<p class=\"note warn\">The clone is shallow: what lies before its oldest commit is given to that.</p>");
        }
        List<Run> runs = blamed.items();
        int last = runs.isEmpty() ? 0 : runs.getLast().to();
        html.tag("<section class=\"card\" aria-label=\"Lines and their commits\">");
        if (last == range.last(text.lines())) {
            new CodeLines(view, open.ref(), entry, text, List.of()).write(html, range, new Gutter(repository, runs));
        } else {
            html.tag("<p class=\"note warn\">Lines of this file end in a way that git does not know.</p>");
        }
        html.tag("</section>");
        return HtmlPage.end(html);
    }

    /** Writes who wrote a line, if it is the first one of its run. */
    private static final class Gutter implements CodeLines.Gutter {
        private final String repository;
        private final List<Run> runs;
        private int at;

        Gutter(String repository, List<Run> runs) {
            this.repository = repository;
            this.runs = runs;
        }

        @Override
        public void write(HtmlBuilder html, int line) {
            while (at < runs.size() && runs.get(at).from() < line) {
                at++;
            }
            html.tag("<span class=\"by\">");
            if (at < runs.size() && runs.get(at).from() == line) {
                Revision commit = runs.get(at).commit();
                html.tag("<a title=\"").text(commit.summary()).tag("\" href=\"");
                html.text(
                                commit.parents().isEmpty()
                                        ? Links.folder(repository, "", commit.id())
                                        : Links.diff(
                                                repository, commit.parents().getFirst(), commit.id(), ""))
                        .tag("\">")
                        .text(HtmlPage.shortId(commit.id()))
                        .tag("</a>");
                if (commit.author() != null) {
                    html.tag(" <span>")
                            .text(commit.author().time().toString().substring(0, 10))
                            .tag("</span> <b>")
                            .text(commit.author().name())
                            .tag("</b>");
                }
            }
            html.tag("</span>");
        }
    }
}
