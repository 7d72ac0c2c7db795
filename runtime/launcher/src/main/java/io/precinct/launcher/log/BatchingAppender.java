package io.precinct.launcher.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes entries to a file appender in batches on a separate thread, so that a request neither waits for the disk nor
 * pays for a write. If the disk is too slow, entries are lost and counted. Logback's own asynchronous appender writes
 * and flushes entries one by one, which costs three times as much CPU.
 */
final class BatchingAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private static final int CAPACITY = 16_384;
    /** How long an entry waits for others of its batch. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long STOP_MILLIS = 2_000;
    private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Logger LOG = LoggerFactory.getLogger(BatchingAppender.class);

    private final BlockingQueue<ILoggingEvent> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final LongAdder lost = new LongAdder();
    private long lastReport = System.nanoTime() - REPORT_NANOS;
    private final OutputStreamAppender<ILoggingEvent> file;
    private final Thread writer =
            Thread.ofPlatform().daemon().name("precinct-access-log").unstarted(this::write);

    /**
     * Passes entries to {@code file}, which must be started and is stopped with this appender.
     *
     * @param file an appender that buffers and does not flush by itself
     */
    BatchingAppender(OutputStreamAppender<ILoggingEvent> file) {
        this.file = file;
    }

    @Override
    public void start() {
        super.start();
        writer.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (!queue.offer(event)) {
            lost.increment();
        }
    }

    private void write() {
        List<ILoggingEvent> batch = new ArrayList<>();
        while (isStarted()) {
            try {
                batch.add(queue.take());
            } catch (InterruptedException e) {
                break; // stop: the rest is written below
            }
            LockSupport.parkNanos(GATHER_NANOS);
            try {
                writeBatch(batch);
            } catch (RuntimeException | Error e) { // if this thread ended, there would be no access log any more
                batch.clear();
                addError("entries of " + file.getName() + " are lost", e);
            }
        }
        writeBatch(batch);
    }

    private void writeBatch(List<ILoggingEvent> batch) {
        queue.drainTo(batch);
        batch.forEach(file::doAppend);
        batch.clear();
        OutputStream stream = file.getOutputStream();
        try {
            if (stream != null) {
                stream.flush();
            }
        } catch (IOException e) {
            addWarn("entries of " + file.getName() + " are lost", e);
        }
        reportLost();
    }

    private void reportLost() {
        if (lost.sum() > 0 && System.nanoTime() - lastReport >= REPORT_NANOS) {
            lastReport = System.nanoTime();
            LOG.warn(
                    "{} entries are missing in {}.log: they come faster than the disk takes them",
                    lost.sumThenReset(),
                    file.getName());
        }
    }

    @Override
    public void stop() {
        if (!isStarted()) {
            return;
        }
        super.stop();
        writer.interrupt();
        try {
            writer.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        file.stop();
    }
}
