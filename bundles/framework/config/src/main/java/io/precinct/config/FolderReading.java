package io.precinct.config;

import io.precinct.core.api.config.Problem;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of the configuration folder, reads them again when they change, and shows the resulting state. States are
 * shown in order, and no thread waits for ever for an observer of states. Thread-safe.
 */
abstract class FolderReading implements FolderWatch.Watched {
    /**
     * How long a thread waits until another state has been shown. The wait is limited because an observer of that state
     * may hold a lock that the thread needs.
     */
    private static final long STATE_SECONDS = 2;
    /** Delay of the next attempt after an {@link Error}, which no file has caused. */
    static final long AGAIN_SECONDS = 1;

    private final ReadingStatus status;
    private final FileReadings readings = new FileReadings();
    /** Guards the order in which states are shown. */
    private final ReentrantLock showing = new ReentrantLock();

    private volatile boolean settling;
    private volatile boolean closed;
    private @Nullable FolderWatch watch;

    FolderReading(ReadingStatus status) {
        this.status = status;
    }

    /** Starts to watch the files, on a thread of this name. */
    final void watch(String thread) {
        watch = new FolderWatch(thread, this);
        watch.start();
    }

    /** Shows the state that applies now, or that is about to apply. */
    abstract void show();

    /** Reads the files again now, and returns their problems. */
    abstract List<Problem> reload();

    /** The outcomes of the readings of each file. */
    final FileReadings readings() {
        return readings;
    }

    @Override
    public final void settling() {
        settling = true;
        show();
    }

    @Override
    public final void settled() {
        settling = false;
        reload();
    }

    final boolean isSettling() {
        return settling;
    }

    final boolean isClosed() {
        return closed;
    }

    /** Shows a state; to be called within {@link #briefly} or {@link #inTurn}. */
    final void show(String state, List<Problem> problems) {
        if (!closed) {
            status.show(state, problems);
        }
    }

    /**
     * Shows something after the state that is being shown, but waits for that state only for a limited time. Without
     * the lock, a state may be shown out of order once, and the next state corrects that.
     */
    final void briefly(Runnable show) {
        boolean locked = lockBriefly();
        try {
            show.run();
        } finally {
            if (locked) {
                showing.unlock();
            }
        }
    }

    private boolean lockBriefly() {
        try {
            return showing.tryLock(STATE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return showing.tryLock();
        }
    }

    /** Shows something after the state that is being shown, however long that takes. */
    final void inTurn(Runnable show) {
        showing.lock();
        try {
            show.run();
        } finally {
            showing.unlock();
        }
    }

    /** Ends the watch; from now on nothing is shown. */
    final void end() {
        if (watch != null) {
            watch.close();
        }
        inTurn(() -> closed = true);
    }
}
