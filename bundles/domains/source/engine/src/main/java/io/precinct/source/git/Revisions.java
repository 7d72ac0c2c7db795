package io.precinct.source.git;

import io.precinct.source.api.History.Person;
import io.precinct.source.api.History.Revision;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** Makes values from commits that git has read. */
final class Revisions {
    private Revisions() {}

    /** @param path the name of the file whose commits are listed, or null */
    static Revision of(RevWalk walk, RevCommit commit, @Nullable String path) throws IOException {
        walk.parseBody(commit);
        List<String> parents =
                Arrays.stream(commit.getParents()).map(RevCommit::name).toList();
        var revision = new Revision(
                commit.name(),
                parents,
                person(commit.getAuthorIdent()),
                person(commit.getCommitterIdent()),
                commit.getShortMessage(),
                commit.getFullMessage(),
                path);
        commit.disposeBody();
        return revision;
    }

    private static @Nullable Person person(@Nullable PersonIdent ident) {
        return ident == null ? null : new Person(ident.getName(), ident.getEmailAddress(), ident.getWhenAsInstant());
    }
}
