package io.precinct.events;

import io.precinct.api.boundary.Body;
import io.precinct.core.api.thread.LongLived;
import io.precinct.events.api.Events.Feed;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers the events of the outbox, reads them and sends them to the clients, all on one thread, whatever the number of
 * clients. A second thread keeps idle connections open, even during an outage of the database. Thread-safe.
 */
final class Hub implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
    /** The delay after which a written event is expected to be committed. */
    private static final long COMMIT_DELAY = TimeUnit.MILLISECONDS.toNanos(2);
    /** Longer than any statement may take. */
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Outbox outbox;
    private final Timing timing;
    private final HubCounters figures;
    private final Numbering numbering;
    private final Streams streams;
    private final Set<StreamClient> clients = ConcurrentHashMap.newKeySet();
    private final Queue<StreamClient> joining = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean appended = new AtomicBoolean();
    private final AtomicBoolean numbered = new AtomicBoolean(true);
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Thread thread;
    private final Thread heartbeatThread;
    private long nextPoll = System.nanoTime();
    private long nextExpiry = System.nanoTime();
    private @Nullable String lastError;
    private volatile boolean stopped;

    Hub(Outbox outbox, Timing timing, HubCounters figures) {
        this.outbox = outbox;
        this.timing = timing;
        this.figures = figures;
        this.numbering = new Numbering(outbox, timing);
        this.streams = new Streams(outbox, figures);
        this.thread = LongLived.unstarted("precinct-events", LOG::error, this::run);
        this.heartbeatThread = LongLived.unstarted("precinct-events-heartbeat", LOG::error, this::sendHeartbeats);
    }

    void start() {
        thread.start();
        heartbeatThread.start();
    }

    /** Called when an event was written; its transaction may commit at any moment. */
    void appended() {
        if (appended.compareAndSet(false, true)) {
            LockSupport.unpark(thread);
        }
    }

    /** Called when events were numbered, on this node or on another one. */
    void numbered() {
        if (numbered.compareAndSet(false, true)) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Waits for a limited time until the hub has read its position from the database; returns false if it has not. Also
     * returns true after the hub has stopped.
     */
    boolean awaitReady() {
        try {
            return ready.await(timing.ready().toMillis(), TimeUnit.MILLISECONDS) && streams.isStarted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Adds a client. */
    void join(Feed feed, @Nullable Long after, Body.Channel channel) {
        // A client that wants only new events begins at the current position: later events get higher numbers.
        var client = new StreamClient(feed, after == null ? streams.position() : after, channel, figures);
        clients.add(client);
        channel.onClose(() -> clients.remove(client));
        if (stopped) {
            channel.close();
            return;
        }
        joining.add(client);
        LockSupport.unpark(thread);
    }

    int clients() {
        return clients.size();
    }

    private void run() {
        while (!stopped) {
            try {
                round();
                if (lastError != null) {
                    LOG.info("events are delivered again");
                    lastError = null;
                }
                sleep();
            } catch (RuntimeException e) {
                failed(e);
            } catch (Error e) {
                // Not rethrown: without this thread no further event would be sent.
                failed(new IllegalStateException("the events are not delivered: " + e, e));
            }
        }
    }

    private void round() {
        if (ready.getCount() > 0) {
            streams.start(outbox.last());
            ready.countDown();
        }
        if (appended.getAndSet(false)) {
            numbering.expect(COMMIT_DELAY);
        }
        boolean poll = System.nanoTime() - nextPoll >= 0;
        RuntimeException failure = null;
        boolean found = false;
        try {
            found = numbering.isDue() && numbering.run();
        } catch (RuntimeException e) {
            failure = e; // events that other nodes have numbered can still be read
        }
        // Events that a new client has seen were numbered before it joined, so they are read before it is added.
        int arrived = joining.size();
        if (found | numbered.getAndSet(false) | poll | arrived > 0) {
            nextPoll = System.nanoTime() + timing.look().toNanos();
            streams.readNew();
        }
        for (int i = 0; i < arrived; i++) {
            streams.add(joining.remove());
        }
        if (poll) {
            streams.removeClosed();
        }
        streams.catchUp();
        if (failure != null) {
            throw failure;
        }
        if (System.nanoTime() - nextExpiry >= 0) {
            boolean more = outbox.expire(timing.kept());
            nextExpiry = System.nanoTime() + (more ? timing.gather() : timing.expiry()).toNanos();
        }
    }

    private void sleep() {
        long now = System.nanoTime();
        long pause = Math.min(Math.min(nextPoll - now, nextExpiry - now), numbering.due() - now);
        pause = Math.min(pause, streams.pause(now));
        if (pause > 0 && !appended.get() && !numbered.get() && joining.isEmpty()) {
            LockSupport.parkNanos(this, pause);
        }
    }

    private void failed(RuntimeException e) {
        if (stopped) {
            return;
        }
        String message = String.valueOf(e.getMessage());
        if (!message.equals(lastError)) {
            boolean outage = e instanceof DatabaseUnavailable;
            LOG.warn("events wait: {}", message, outage ? null : e);
            lastError = message;
        }
        numbered.set(false);
        numbering.failed();
        nextPoll = System.nanoTime();
        // Retries after a pause, or as soon as a notification unparks this thread.
        LockSupport.parkNanos(this, timing.look().toNanos());
    }

    private void sendHeartbeats() {
        while (!stopped) {
            LockSupport.parkNanos(this, timing.heartbeat().toNanos());
            if (!stopped) {
                for (StreamClient client : clients) {
                    client.sendHeartbeat();
                }
            }
        }
    }

    /** Ends every stream once everything sent to it has arrived, and ends both threads. */
    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
        LockSupport.unpark(heartbeatThread);
        List.copyOf(clients).forEach(StreamClient::close);
        ready.countDown();
        try {
            if (!thread.join(STOP) || !heartbeatThread.join(STOP)) {
                LOG.warn("the events' thread still waits for the database; it ends with the answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
