package io.precinct.deploy.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A file of the watched folder, as it was last seen. Used by the watching thread only. */
final class ObservedFile {
    final Stamp stamp;
    /** When the file was first seen in this state, in nanoseconds of {@link System#nanoTime()}. */
    final long since;
    /** Whether the file existed in the first scan, so that an earlier process may have handled it. */
    final boolean found;

    boolean dealtWith;
    /** When the file was first missing, or 0 while it exists. */
    long goneSince;

    /**
     * Identifies one state of a file.
     *
     * @param key key of the file itself; a file that is moved into place has another key. Null if the file system has
     *     none
     */
    record Stamp(long size, long modifiedNanos, @Nullable Object key) {
        /** The state of a file now; null if there is no such file. */
        static @Nullable Stamp of(Path file) throws IOException {
            try {
                var attributes = Files.readAttributes(file, BasicFileAttributes.class);
                long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
                return attributes.isRegularFile() ? new Stamp(attributes.size(), modified, attributes.fileKey()) : null;
            } catch (NoSuchFileException _) {
                return null;
            }
        }
    }

    /**
     * Observes a file in a state that was not seen before.
     *
     * @param since when the scan that saw the file had listed the folder; the same for all files of that scan
     */
    ObservedFile(Stamp stamp, boolean found, long since) {
        this.stamp = stamp;
        this.found = found;
        this.since = since;
    }

    /** A file that an earlier process handled. No real file has this state, so the content will be compared. */
    static ObservedFile ofEarlierProcess() {
        var known = new ObservedFile(new Stamp(-1, -1, null), true, System.nanoTime());
        known.dealtWith = true;
        return known;
    }

    /** Whether the file exists and has not been handled. */
    boolean isPending() {
        return !dealtWith && goneSince == 0;
    }

    /** Whether the file had been in this state for at least this time when the scan began. */
    boolean still(Duration time, long scanTime) {
        return scanTime - since >= time.toNanos();
    }

    /** Whether the file had been missing for at least this time when the scan began. */
    boolean missed(Duration time, long scanTime) {
        return goneSince != 0 && scanTime - goneSince >= time.toNanos();
    }
}
