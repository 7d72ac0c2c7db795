package io.precinct.source.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What git knows of a repository besides the files of one commit: its commits, its branches and tags, who wrote which
 * line, and the differences between two commits. It reads the clone and waits for no fetch. Thread-safe.
 *
 * <p>Anything older than the oldest commit of a shallow clone is unknown; such answers are {@code truncated} by
 * {@link #SHALLOW}.
 *
 * @since 1.5
 */
@ProviderType
public interface History {
    /** The value of {@code truncated} if a shallow clone ends before the history does. */
    String SHALLOW = "shallow";

    /** The history of a repository without git: it has no commits, branches or tags. */
    History NONE = new NoHistory();

    /**
     * The commits from that of the view back to the first, the latest first, as {@code git log} orders them. With a
     * path, only those that change it, without merges; a file is followed to its earlier names, as by
     * {@code git log --follow}. A page that took too long is {@code truncated} by {@link ResultPage#TIME}.
     *
     * @param path a file or a folder of the commit; null for all commits
     * @throws SourceFault 404 {@code unknown_path}, 400 {@code path_escape, bad_cursor}, 504 {@code history_timeout} if
     *     the time was over before the page began
     */
    ResultPage<Revision> commits(@Nullable String path, PageRequest window);

    /** The branches as last fetched, by name in the order of its UTF-8 bytes. */
    ResultPage<Name> branches(PageRequest window);

    /** The tags that lead to a commit, as last fetched, by name in the order of its UTF-8 bytes. */
    ResultPage<Name> tags(PageRequest window);

    /**
     * The commit that last changed each line of a file of the view, as in {@code git blame}; whole files are followed
     * to their earlier names.
     *
     * @param file a file of the view
     * @param from first line, from 1
     * @param to last line, inclusive; lines behind the end are left out
     * @return runs of lines in order, without {@link ResultPage#next}
     * @throws SourceFault 416 {@code range_not_satisfiable}, 504 {@code blame_timeout}
     */
    ResultPage<Run> blame(FileEntry file, int from, int to);

    /**
     * Whether a commit has a file of this name. Reads only the folders on its path, so that many can be asked about.
     *
     * @param commit its id; one that is not there has no files
     * @since 1.8
     */
    boolean isFile(String commit, String path);

    /**
     * The files that differ between a commit and that of the view, by path, including moved files with their old name.
     * A page ends early if it holds much text, or is {@code truncated} by {@link ResultPage#TIME}.
     *
     * @param from id of the commit to compare with, which may be newer; {@link View#NO_COMMIT} for nothing at all
     * @param path a file or a folder, of either commit; null for all files
     * @throws SourceFault 400 {@code path_escape, bad_cursor}, 504 {@code diff_timeout} if the time was over before the
     *     page had a file
     */
    ResultPage<FileChange> diff(String from, @Nullable String path, PageRequest window);

    /**
     * The author or committer of a commit, as the commit states it; nobody checks it.
     *
     * @param time to the second
     */
    record Person(String name, String email, Instant time) {}

    /**
     * A commit.
     *
     * @param id 40 hexadecimal digits
     * @param parents ids; none for the first commit, and for the oldest of a shallow clone
     * @param author null if the commit states it in an unreadable form
     * @param committer the same
     * @param summary the first paragraph of the message, as one line
     * @param message unchanged, usually with a line break at its end
     * @param path the name that the file had then, if the commits of a file were requested
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
     * @param name in its short form: {@code main}, {@code feature/x}
     * @param commit its id; for an annotated tag, that of the commit
     * @param time when the annotated tag was made, else when the commit was
     * @param followed whether the repository is configured to follow it
     */
    record Name(String name, String commit, Instant time, boolean followed) {}

    /**
     * Consecutive lines that come from the same commit.
     *
     * @param from first line, from 1
     * @param to last line, inclusive
     * @param commit that wrote them
     * @param path of the file in that commit
     * @param originalFrom number of the first line in that commit
     */
    record Run(int from, int to, Revision commit, String path, int originalFrom) {}

    /**
     * A file that differs.
     *
     * @param status {@code added, removed, changed, moved, copied}; the last two even if the content was changed
     * @param oldPath null if it was added
     * @param path null if it was removed
     * @param hunks the differences in the text; none if only the name or the mode differs
     * @param skipped why there are no hunks although the content may differ, or null:
     *     {@code binary, too_large, submodule}
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
     * @param oldFrom first line in the old file, from 1; the line before if {@code oldLines} is 0
     * @param oldLines how many lines of the old file
     * @param newFrom first line in the new file, from 1; the line before if {@code newLines} is 0
     * @param newLines how many lines of the new file
     * @param lines without their ends, each behind its sign: a space, {@code -} or {@code +}; a last line without an
     *     end is followed by the line <code>\ No newline at end of file</code>
     */
    record Hunk(int oldFrom, int oldLines, int newFrom, int newLines, List<String> lines) {
        public Hunk {
            lines = List.copyOf(lines);
        }
    }
}
