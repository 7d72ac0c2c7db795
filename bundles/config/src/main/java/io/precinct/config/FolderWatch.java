package io.precinct.config;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that files of the configuration changed. The file system's own events wake it up at once; a look every second
 * finds what they miss: files elsewhere, network file systems, a folder that was replaced. A change is only acted on once
 * the files stand still, so that a file in the middle of being written is not read.
 */
final class FolderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    private static final long LOOK_MILLIS = 1000;
    private static final long SETTLE_MILLIS = 50;
    /** A file that never stands still, or stays empty, is read all the same. */
    private static final int MOST_LOOKS = 40;

    private final Path file;
    private final ConfigurationFolder folder;
    private final Thread thread;
    private final @Nullable WatchService events;
    private volatile boolean closed;

    FolderWatch(Path file, ConfigurationFolder folder) {
        this.file = file;
        this.folder = folder;
        this.events = open(file);
        this.thread = Thread.ofPlatform().daemon().name("precinct-config-watch").unstarted(this::run);
    }

    private static @Nullable WatchService open(Path file) {
        try {
            return file.getFileSystem().newWatchService();
        } catch (IOException | UnsupportedOperationException e) {
            LOG.info("no file events here ({}); the configuration is looked at every second", e.getMessage());
            return null;
        }
    }

    void start() {
        thread.start();
    }

    private void run() {
        WatchedFiles loaded = folder.files();
        WatchedFiles known = loaded;
        try {
            WatchKey key = register();
            while (!closed) {
                boolean event = await(LOOK_MILLIS);
                if (key == null || !key.isValid()) {
                    key = register();
                }
                if (folder.files() != loaded) {
                    loaded = folder.files();
                    known = loaded;
                }
                if (closed || !event && !known.touched()) {
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
        } catch (InterruptedException | ClosedWatchServiceException e) {
            LOG.debug("the configuration is no longer watched");
        }
    }

    private @Nullable WatchKey register() {
        Path parent = file.getParent();
        if (events == null || parent == null) {
            return null;
        }
        try {
            return parent.register(
                    events,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
        } catch (IOException e) {
            return null; // The folder is gone; the looks go on, and find it when it is back.
        }
    }

    /** True where an event came within this time. */
    private boolean await(long millis) throws InterruptedException {
        if (events == null) {
            TimeUnit.MILLISECONDS.sleep(millis);
            return false;
        }
        WatchKey key = events.poll(millis, TimeUnit.MILLISECONDS);
        if (key == null) {
            return false;
        }
        key.pollEvents();
        key.reset();
        return true;
    }

    private void settle(WatchedFiles seen) throws InterruptedException {
        WatchedFiles before = seen;
        for (int looks = 0; looks < MOST_LOOKS && !closed; looks++) {
            await(SETTLE_MILLIS);
            boolean beingWritten = before.touched() || before.hasEmpty();
            if (!beingWritten) {
                return;
            }
            before = before.now();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        thread.interrupt();
        if (events != null) {
            events.close();
        }
    }
}
