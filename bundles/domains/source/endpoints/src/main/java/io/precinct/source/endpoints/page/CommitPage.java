package io.precinct.source.endpoints.page;

import io.precinct.source.api.History.Revision;
import io.precinct.source.api.SourceFault;
import io.precinct.source.endpoints.Links;
import io.precinct.source.endpoints.RepositoryLookup;
import io.precinct.source.endpoints.page.templates.JtecommitGenerated;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A commit as a page: its whole message, who made it and when, its parents, and what it changes.
 *
 * @param shallow whether the clone ends at it, so that its parents are unknown
 * @param changes what it changes; null if the clone ends at it, or that could not be determined in time
 */
// @req:source-pages
public record CommitPage(
        RepositoryLookup.Open open,
        Revision revision,
        boolean shallow,
        @Nullable DiffPage changes) {
    private static final int LONGEST_TITLE = 200;

    /** Characters of a message that are shown; it may be as long as the whole page may be. */
    private static final int LONGEST_MESSAGE = 100_000;

    /**
     * The page of a commit.
     *
     * @param changes finds what it changes
     */
    public static HtmlPage of(
            RepositoryLookup.Open open, Revision revision, boolean shallow, Supplier<DiffPage> changes) {
        var commit = new CommitPage(open, revision, shallow, shallow ? null : found(changes));
        String repository = commit.repository();
        return HtmlPage.of(
                commit.title() + " · " + repository,
                Breadcrumbs.path(repository, revision.id(), "Commit " + HtmlPage.shortId(revision.id())),
                page -> JtecommitGenerated.render(page, null, page, commit));
    }

    private static @Nullable DiffPage found(Supplier<DiffPage> changes) {
        try {
            return changes.get();
        } catch (SourceFault fault) {
            if (fault.status() != 504) {
                throw fault;
            }
            return null; // the commit itself is worth its page
        }
    }

    /** The name of the repository. */
    public String repository() {
        return open.view().repository();
    }

    /** The heading: the summary is a paragraph, of any length. */
    public String title() {
        String summary = revision.summary();
        return summary.isEmpty()
                ? "(no message)"
                : summary.length() <= LONGEST_TITLE ? summary : summary.substring(0, LONGEST_TITLE) + "…";
    }

    /** The message, as much of it as is shown. */
    public String message() {
        String message = revision.message().stripTrailing();
        return message.length() <= LONGEST_MESSAGE
                ? message
                : message.substring(0, LONGEST_MESSAGE)
                        + String.format(Locale.ROOT, "… %,d characters more", message.length() - LONGEST_MESSAGE);
    }

    /** The address of its differences from a parent, or from nothing at all. */
    public String differences(String from) {
        return Links.diff(repository(), from, revision.id(), "");
    }
}
