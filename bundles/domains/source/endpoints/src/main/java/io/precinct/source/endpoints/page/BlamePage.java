package io.precinct.source.endpoints.page;

import gg.jte.Content;
import io.precinct.common.html.PageWriter;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.History.Revision;
import io.precinct.source.api.History.Run;
import io.precinct.source.api.ResultPage;
import io.precinct.source.endpoints.LineRange;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.page.templates.JteauthorGenerated;
import io.precinct.source.endpoints.page.templates.JteblameGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file as a page, with the commit that wrote each of its lines.
 *
 * @param blamed runs of lines with their commits
 */
// @req:source-pages
public record BlamePage(
        RepositoryLookup.Open open, FileEntry entry, FileText text, LineRange range, ResultPage<Run> blamed) {
    /** The page of a file, or of some lines of it. */
    public static HtmlPage of(
            RepositoryLookup.Open open, FileEntry entry, FileText text, LineRange range, ResultPage<Run> blamed) {
        var blame = new BlamePage(open, entry, text, range, blamed);
        String repository = open.view().repository();
        return HtmlPage.of(
                "Blame · " + entry.path() + " · " + repository,
                Breadcrumbs.path(repository, open.ref(), entry.path()),
                page -> JteblameGenerated.render(page, null, page, blame));
    }

    /** Whether all lines have a commit. */
    public boolean complete() {
        List<Run> runs = blamed.items();
        return (runs.isEmpty() ? 0 : runs.getLast().to()) == range.last(text.lines());
    }

    /** The lines of the page. */
    public Content lines(PageWriter page) {
        var gutter = new Gutter(page, open.view().repository(), blamed.items());
        return new CodeLines(page, open, entry, text, List.of(), range, gutter);
    }

    /** Writes the author of a line, if it is the first one of its run. */
    private static final class Gutter implements CodeLines.Gutter {
        private final PageWriter page;
        private final String repository;
        private final List<Run> runs;
        private int at;

        Gutter(PageWriter page, String repository, List<Run> runs) {
            this.page = page;
            this.repository = repository;
            this.runs = runs;
        }

        @Override
        public void write(int line) {
            while (at < runs.size() && runs.get(at).from() < line) {
                at++;
            }
            boolean first = at < runs.size() && runs.get(at).from() == line;
            JteauthorGenerated.render(page, null, repository, commit(first));
        }

        private @Nullable Revision commit(boolean first) {
            return first ? runs.get(at).commit() : null;
        }
    }
}
