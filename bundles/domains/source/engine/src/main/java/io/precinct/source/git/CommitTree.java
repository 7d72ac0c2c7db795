package io.precinct.source.git;

import io.precinct.source.api.History;
import io.precinct.source.api.SourceLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A commit, for serving its files and folders. Thread-safe. */
public interface CommitTree extends Commit {
    /** When its committer made it; null if it is not from git. */
    default @Nullable Instant committedAt() {
        return null;
    }

    /** The file or folder at a path; null if there is none. */
    @Nullable
    TreeFile find(String path);

    /** The entries directly in a folder behind the path {@code after}, including folders, by path. */
    List<TreeFile> list(TreeFile folder, @Nullable String after, int limit);

    /** Everything but folders below a folder behind the path {@code after}, by path. */
    List<TreeFile> walk(TreeFile folder, @Nullable String after, int limit);

    /** Streams a file; damage found on the way ends in an exception. */
    void copy(String blob, OutputStream out) throws IOException;

    /** What git knows besides the files of this commit; nothing if it is not from git. */
    default History history(SourceLimits limits) {
        return History.NONE;
    }

    /** The kind of a file by its first bytes. */
    Look look(String blob, long size);

    /** What the first bytes of a file reveal. */
    enum Look {
        /** Text, as far as it shows. */
        TEXT,
        /** Not text. */
        BINARY,
        /** A Git LFS pointer. */
        LFS_POINTER;

        /** The look of a whole file. */
        public static Look of(byte[] bytes) {
            int looked = Math.min(bytes.length, FileContent.SNIFFED);
            return at(Arrays.copyOf(bytes, looked), bytes.length);
        }

        /** The look by a file's first bytes, as many as are inspected, or all of a smaller one. */
        static Look at(byte[] head, long size) {
            return size <= FileContent.SNIFFED && FileContent.isLfsPointer(head)
                    ? LFS_POINTER
                    : FileContent.looksBinary(head) ? BINARY : TEXT;
        }
    }
}
