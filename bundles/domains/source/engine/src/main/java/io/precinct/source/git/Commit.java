package io.precinct.source.git;

import io.precinct.source.pattern.AnnotationFormat;
import java.util.List;

/** A commit of a repository, for finding facts in it. It stays readable, whatever is fetched meanwhile. Thread-safe. */
public interface Commit {
    /** Name of the repository. */
    String repository();

    /** Its id, 40 hexadecimal digits. */
    String id();

    /** Everything but folders, recursively, sorted by path in the order of its UTF-8 bytes. */
    List<TreeFile> files();

    /**
     * The bytes of a file, which the caller must not change. They may be all of a large one, so ask for its
     * {@link #size} first.
     *
     * @throws io.precinct.source.api.SourceFault if the clone is damaged
     */
    byte[] read(String blob);

    /** The first bytes of a file, or all of a smaller one; the caller must not change them. */
    default byte[] head(String blob) {
        return read(blob);
    }

    /** Size of a file in bytes, without reading it. */
    long size(String blob);

    /** Whether its files are on disk as they are, so that a copy of a text on the same disk tells nobody more. */
    default boolean isOnDisk() {
        return true;
    }

    /** Languages that may be parsed here; empty if the configuration names none, so that all may. */
    List<String> grammars();

    /** The annotation formats used here besides {@code @tag:id}; empty if the configuration names none. */
    default List<AnnotationFormat> annotations() {
        return List.of();
    }

    /** What the commit declares about a file; nothing if it is not from git. */
    default FileAttributes attributes(String path) {
        return FileAttributes.NONE;
    }

    /** The second, since the epoch, at which this blob was first seen at this path; kept over restarts. */
    long firstSeen(String path, String blob);

    /** Frees what was kept to read further files faster: few will be read soon. */
    default void rest() {}
}
