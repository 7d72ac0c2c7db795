package io.precinct.source.git;

import io.precinct.source.api.History.Revision;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** Makes values from commits that git has read. */
final class Revisions {
    private Revisions() {}

    /**
     * @param people as they are called
     * @param path the name of the file whose commits are listed, or null
     */
    static Revision of(RevWalk walk, RevCommit commit, Mailmap people, @Nullable String path) throws IOException {
        walk.parseBody(commit);
        List<String> parents =
                Arrays.stream(commit.getParents()).map(RevCommit::name).toList();
        var revision = new Revision(
                commit.name(),
                parents,
                people.person(readable(commit::getAuthorIdent)),
                people.person(readable(commit::getCommitterIdent)),
                commit.getShortMessage(),
                commit.getFullMessage(),
                path);
        commit.disposeBody();
        return revision;
    }

    /** A person with a time, or null if the object has them in an unreadable form: a time may be beyond all calendars. */
    static @Nullable PersonIdent readable(Supplier<@Nullable PersonIdent> ident) {
        try {
            return ident.get();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
