package io.precinct.source.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What git knows of a repository besides the files of one commit: its commits, its branches and tags, who wrote which line,
 * and what differs between two commits. It reads the clone and waits for no fetch. Thread-safe.
 *
 * <p>What lies behind the oldest commit of a shallow clone is not known; such answers are {@code truncated} by
 * {@link #SHALLOW}.
 *
 * @since 1.5
 */
@ProviderType
public interface History {
    /** What {@code truncated} is where a shallow clone ends before the history does. */
    String SHALLOW = "shallow";

    /** Of a repository that is none of git: there are no commits, branches or tags. */
    History NONE = new NoHistory();

    /**
     * The commits from that of the view back to the first, the latest first, as {@code git log} orders them. With a path only
     * those that change it, merges left out; a file is followed to the names that it had before, as by
     * {@code git log --follow}. A page that took too long is {@code truncated} by {@link ResultPage#TIME}.
     *
     * @param path a file or a folder of the commit; null for all commits
     * @throws SourceFault 404 {@code unknown_path}, 400 {@code path_escape, bad_cursor}, 504 {@code history_timeout} where the
     *     time was over before the page began
     */
    ResultPage<Revision> commits(@Nullable String path, PageRequest window);

    /** The branches as they were fetched last, by name in the order of its UTF-8 bytes. */
    ResultPage<Name> branches(PageRequest window);

    /** The tags that lead to a commit, as they were fetched last, by name in the order of its UTF-8 bytes. */
    ResultPage<Name> tags(PageRequest window);

    /**
     * Which commit last changed each line of a file of the view, as {@code git blame} tells; whole files are followed to the
     * names that they had before.
     *
     * @param file a file of the view
     * @param from first line, from 1
     * @param to last line, inclusive; lines behind the end are left out
     * @return runs of lines in order, without {@link ResultPage#next}
     * @throws SourceFault 416 {@code range_not_satisfiable}, 504 {@code blame_timeout}
     */
    ResultPage<Run> blame(FileEntry file, int from, int to);

    /**
     * The files that differ between a commit and that of the view, by path; a file that was moved is one of them, with the name
     * that it had. A page ends early where it holds much text, or is {@code truncated} by {@link ResultPage#TIME}.
     *
     * @param from id of the commit to compare with, which may be newer; {@link View#NO_COMMIT} for nothing at all
     * @param path a file or a folder, of either commit; null for all files
     * @throws SourceFault 400 {@code path_escape, bad_cursor}, 504 {@code diff_timeout} where the time was over before the page
     *     had a file
     */
    ResultPage<FileChange> diff(String from, @Nullable String path, PageRequest window);

    /**
     * Who made a commit, as the commit says; nobody checks it.
     *
     * @param time to the second
     */
    record Person(String name, String email, Instant time) {}

    /**
     * A commit.
     *
     * @param id 40 hexadecimal digits
     * @param parents ids; none of the first commit, and of the oldest of a shallow clone
     * @param author null where the commit says it in a way that cannot be read
     * @param committer the same
     * @param summary the first paragraph of the message, as one line
     * @param message as it is, usually with a line break at its end
     * @param path the name that the file had then, if the commits of a file were asked for
     */
    record Revision(
            String id,
            List<String> parents,
            @Nullable Person author,
            @Nullable Person committer,
            String summary,
            String message,
            @Nullable String path) {
        public Revision {
            parents = List.copyOf(parents);
        }
    }

    /**
     * A branch or a tag.
     *
     * @param name as people call it: {@code main}, {@code feature/x}
     * @param commit its id; of an annotated tag that of the commit
     * @param followed whether it is what the repository is configured to follow
     */
    record Name(String name, String commit, boolean followed) {}

    /**
     * Lines one after the other that come from the same commit.
     *
     * @param from first line, from 1
     * @param to last line, inclusive
     * @param commit that wrote them
     * @param path of the file in that commit
     * @param originalFrom the line that the first one was in that commit
     */
    record Run(int from, int to, Revision commit, String path, int originalFrom) {}

    /**
     * A file that differs.
     *
     * @param status {@code added, removed, changed, moved, copied}; the last two also where the content was changed
     * @param oldPath null where it was added
     * @param path null where it was removed
     * @param hunks what differs in the text; none where only the name or the mode does
     * @param skipped why there are no hunks though the content may differ, or null: {@code binary, too_large, submodule}
     */
    record FileChange(
            String status,
            @Nullable String oldPath,
            @Nullable String path,
            List<Hunk> hunks,
            @Nullable String skipped) {
        public FileChange {
            hunks = List.copyOf(hunks);
        }
    }

    /**
     * Lines that differ, with three lines around, as {@code git diff} shows them.
     *
     * @param oldFrom first line in the old file, from 1; the line before where {@code oldLines} is 0
     * @param oldLines how many lines of the old file
     * @param newFrom first line in the new file, from 1; the line before where {@code newLines} is 0
     * @param newLines how many lines of the new file
     * @param lines without their ends, each behind its sign: a space, {@code -} or {@code +}; and behind a last line without
     *     an end the line <code>\ No newline at end of file</code>
     */
    record Hunk(int oldFrom, int oldLines, int newFrom, int newLines, List<String> lines) {
        public Hunk {
            lines = List.copyOf(lines);
        }
    }
}
