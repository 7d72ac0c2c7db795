package io.precinct.config;

import io.precinct.core.api.thread.LongLived;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects changes of the configuration files by polling. Unlike a watch service, polling works the same on every file
 * system, detects a folder that was replaced, and needs no thread of the JDK, which an {@code OutOfMemoryError} would
 * end for good. A change takes effect only once the files no longer change, so that no half-written file is read.
 */
final class FolderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    private static final long POLL_MILLIS = 200;
    private static final long SETTLE_MILLIS = 50;
    /** After this many polls, files are read even if they still change or are empty. */
    private static final int MOST_POLLS = 40;

    private final Watched watched;
    private final Thread thread;
    /** Whether files have changed and must still settle; kept when an {@link Error} makes {@link #run} begin again. */
    private boolean unsettled;

    private volatile boolean closed;

    FolderWatch(String name, Watched watched) {
        this.watched = watched;
        this.thread = LongLived.unstarted(name, LOG::error, this::run);
    }

    /** The files that are watched, and the reactions to their changes. */
    interface Watched {
        /** The files of the last reading in their state at that time; a new object after each reading. */
        FileStates files();

        /** Called when files have changed; they will be read once they no longer change. */
        void settling();

        /** Called when files no longer change. */
        void settled();
    }

    void start() {
        thread.start();
    }

    private void run() throws InterruptedException {
        FileStates loaded = watched.files();
        FileStates known = loaded;
        while (!closed) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            if (watched.files() != loaded) {
                loaded = watched.files();
                known = loaded;
            }
            if (!unsettled && !known.touched() && !known.hasFresh()) {
                continue;
            }
            FileStates now = known.now();
            if (!unsettled && now.sameContent(known)) {
                known = now;
            } else {
                unsettled = true;
                watched.settling();
                settle(now);
                unsettled = false;
                watched.settled();
            }
        }
    }

    private void settle(FileStates seen) throws InterruptedException {
        FileStates before = seen;
        for (int polls = 0; polls < MOST_POLLS && !closed; polls++) {
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            boolean beingWritten = before.touched() || before.hasEmpty();
            if (!beingWritten) {
                return;
            }
            before = before.now();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
