package io.precinct.source.git;

import io.precinct.source.api.History.Revision;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
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
        String message = commit.getFullMessage();
        List<String> parents =
                Arrays.stream(commit.getParents()).map(RevCommit::name).toList();
        var revision = new Revision(
                commit.name(),
                parents,
                people.person(readable(commit::getAuthorIdent)),
                people.person(readable(commit::getCommitterIdent)),
                subject(message),
                message,
                path);
        commit.disposeBody();
        return revision;
    }

    /** The first paragraph of a message in one line, as git's {@code %s}: without empty lines before, and spaces behind. */
    static String subject(String message) {
        var subject = new StringJoiner(" ");
        for (int from = behindEmptyLines(message); from < message.length(); ) {
            int end = message.indexOf('\n', from);
            String line = message.substring(from, end < 0 ? message.length() : end);
            int length = lengthWithoutSpace(line);
            if (length == 0) {
                break;
            }
            subject.add(line.substring(0, length));
            from += line.length() + 1;
        }
        return subject.toString();
    }

    private static int behindEmptyLines(String message) {
        int from = 0;
        for (int i = 0; i < message.length() && isSpace(message.charAt(i)); i++) {
            if (message.charAt(i) == '\n') {
                from = i + 1;
            }
        }
        return from;
    }

    private static int lengthWithoutSpace(String line) {
        int length = line.length();
        while (length > 0 && isSpace(line.charAt(length - 1))) {
            length--;
        }
        return length;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r'; // what git takes for it
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
