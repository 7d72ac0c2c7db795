package io.precinct.source.git;

import io.precinct.source.api.RefreshJob;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A fetch, from its request to its end. Thread-safe. */
public final class Job implements RefreshJob {
    private final String id;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String state = "queued";
    private volatile @Nullable Change change;
    private volatile @Nullable String error;

    Job(String id) {
        this.id = id;
    }

    /** Notes that it begins. */
    public void run() {
        state = "running";
    }

    /** Notes that it ended well. */
    public void done(Change brought) {
        change = brought;
        state = "done";
        ended.countDown();
    }

    /** Notes that it failed. */
    public void failed(String why) {
        error = why;
        state = "failed";
        ended.countDown();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String state() {
        return state;
    }

    @Override
    public @Nullable Change change() {
        return change;
    }

    @Override
    public @Nullable String error() {
        return error;
    }

    @Override
    public boolean await(Duration time) throws InterruptedException {
        return ended.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }
}
