package io.precinct.source.endpoints.page;

import gg.jte.Content;
import io.precinct.common.html.PageWriter;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.History.Run;
import io.precinct.source.api.Repository;
import io.precinct.source.api.ResultPage;
import io.precinct.source.endpoints.LineRange;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.page.templates.JteauthorGenerated;
import io.precinct.source.endpoints.page.templates.JteblameGenerated;
import java.util.List;

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

    /** The address of the whole file on such a page. */
    public String whole() {
        return Links.blame(open.view().repository(), entry.path(), open.ref());
    }

    /** The lines of the page. */
    public Content lines(PageWriter page) {
        return new CodeLines(page, open, entry, text, List.of(), range, new Gutter(page, this));
    }

    /** Writes the author of a line, if it is the first one of its run, and links to the same line elsewhere. */
    private static final class Gutter implements CodeLines.Gutter {
        private final PageWriter page;
        private final Repository repository;
        private final List<Run> runs;
        private final Earlier earlier;
        private final String code;
        private final LineLink toCode;
        private final LineLink toBefore;
        private final boolean linked;
        private int at;

        Gutter(PageWriter page, BlamePage blame) {
            this.page = page;
            repository = blame.open.repository();
            runs = blame.blamed.items();
            earlier = new Earlier(repository.name(), blame.open.view().history());
            code = Links.at(repository.name(), blame.entry.path(), blame.open.ref());
            toCode = new LineLink(page, "Code");
            toBefore = new LineLink(page, "Before");
            linked = blame.range.count(blame.text.lines()) <= LineLink.MOST;
        }

        @Override
        public void write(int line) {
            while (at < runs.size() && runs.get(at).to() < line) {
                at++;
            }
            Run run = at < runs.size() && runs.get(at).from() <= line ? runs.get(at) : null;
            if (run == null) {
                JteauthorGenerated.render(page, null, repository.name(), null, null, false);
                return;
            }
            boolean first = run.from() == line;
            Earlier.Place before = earlier.than(run);
            JteauthorGenerated.render(
                    page,
                    null,
                    repository.name(),
                    first ? run.commit() : null,
                    first && before != null ? before.at(run.originalFrom()) : null,
                    before != null && !before.hasLines());
            if (linked) {
                toCode.write(code, line);
                if (!first && before != null && before.hasLines()) {
                    toBefore.write(before.address(), run.originalFrom() + line - run.from());
                }
            }
        }
    }
}
