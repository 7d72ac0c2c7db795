package io.precinct.config;

import io.precinct.core.api.thread.LongLived;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that files of the configuration changed, by looking: that is the same on every file system, finds a folder that
 * was replaced, and needs no thread of the JDK, which an {@code OutOfMemoryError} would end for good. A change is only
 * acted on once the files stand still, so that a file in the middle of being written is not read.
 */
final class FolderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    private static final long LOOK_MILLIS = 200;
    private static final long SETTLE_MILLIS = 50;
    /** A file that never stands still, or stays empty, is read all the same. */
    private static final int MOST_LOOKS = 40;

    private final ConfigurationFolder folder;
    private final Thread thread;
    private volatile boolean closed;

    FolderWatch(ConfigurationFolder folder) {
        this.folder = folder;
        this.thread = LongLived.unstarted("precinct-config-watch", LOG::error, this::run);
    }

    void start() {
        thread.start();
    }

    private void run() throws InterruptedException {
        WatchedFiles loaded = folder.files();
        WatchedFiles known = loaded;
        while (!closed) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            if (folder.files() != loaded) {
                loaded = folder.files();
                known = loaded;
            }
            if (!known.touched() && !known.hasFresh()) {
                continue;
            }
            WatchedFiles now = known.now();
            if (now.sameContent(known)) {
                known = now;
            } else {
                folder.settling();
                settle(now);
                folder.settled();
            }
        }
    }

    private void settle(WatchedFiles seen) throws InterruptedException {
        WatchedFiles before = seen;
        for (int looks = 0; looks < MOST_LOOKS && !closed; looks++) {
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
