package io.precinct.source.git;

import io.precinct.source.api.History;
import io.precinct.source.api.SourceLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A commit, for those who serve its files and folders. Thread-safe. */
public interface CommitTree extends Commit {
    /** When its committer made it; null if it is none of git. */
    default @Nullable Instant committedAt() {
        return null;
    }

    /** What is at a path, a folder too; null where nothing is. */
    @Nullable
    TreeFile find(String path);

    /** What is directly in a folder behind the path {@code after}, folders too, by path. */
    List<TreeFile> list(TreeFile folder, @Nullable String after, int limit);

    /** Everything but folders below a folder behind the path {@code after}, by path. */
    List<TreeFile> walk(TreeFile folder, @Nullable String after, int limit);

    /** Writes a file without holding it; what turns out to be damaged ends in an exception. */
    void copy(String blob, OutputStream out) throws IOException;

    /** What git knows besides the files of this commit; nothing where it is none of git. */
    default History history(SourceLimits limits) {
        return History.NONE;
    }

    /** What a file looks like by its first bytes. */
    Look look(String blob, long size);

    /** What a glance at the first bytes of a file tells. */
    enum Look {
        /** Text, as far as can be seen. */
        TEXT,
        /** No text. */
        BINARY,
        /** A pointer of Git LFS. */
        LFS_POINTER;

        /** Of a whole file. */
        public static Look of(byte[] bytes) {
            int looked = Math.min(bytes.length, FileContent.SNIFFED);
            return at(Arrays.copyOf(bytes, looked), bytes.length);
        }

        /** By the first bytes of a file, as many as are looked at, or all of a smaller one. */
        static Look at(byte[] head, long size) {
            return size <= FileContent.SNIFFED && FileContent.isLfsPointer(head)
                    ? LFS_POINTER
                    : FileContent.looksBinary(head) ? BINARY : TEXT;
        }
    }
}
