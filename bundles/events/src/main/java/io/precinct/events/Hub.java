package io.precinct.events;

import io.precinct.api.boundary.Body;
import io.precinct.core.api.thread.LongLived;
import io.precinct.events.api.Events.Feed;
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
 * Numbers and reads the events of the outbox on one thread, whatever the number of clients, and hands them to each; a
 * second thread keeps silent connections open, the database's outages included. Thread-safe.
 */
final class Hub implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
    /** How soon an event that is about to be committed is looked for. */
    private static final long SOON = TimeUnit.MILLISECONDS.toNanos(2);
    /** Longer than the database lets anything take. */
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
    private final Thread heart;
    private long nextLook = System.nanoTime();
    private long nextExpiry = System.nanoTime();
    private @Nullable String trouble;
    private volatile boolean stopped;

    Hub(Outbox outbox, Timing timing, HubCounters figures) {
        this.outbox = outbox;
        this.timing = timing;
        this.figures = figures;
        this.numbering = new Numbering(outbox, timing);
        this.streams = new Streams(outbox, figures);
        this.thread = LongLived.unstarted("precinct-events", LOG::error, this::run);
        this.heart = LongLived.unstarted("precinct-events-heartbeat", LOG::error, this::beat);
    }

    void start() {
        thread.start();
        heart.start();
    }

    /** An event was written and its transaction may commit at any moment. */
    void appended() {
        if (appended.compareAndSet(false, true)) {
            LockSupport.unpark(thread);
        }
    }

    /** Events were numbered, here or on another node. */
    void numbered() {
        if (numbered.compareAndSet(false, true)) {
            LockSupport.unpark(thread);
        }
    }

    /** Whether the hub knows where it stands, or did before it stopped; waits for a while until it does. */
    boolean awaitReady() {
        try {
            return ready.await(timing.ready().toMillis(), TimeUnit.MILLISECONDS) && streams.isStarted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Takes a client over. */
    void join(Feed feed, @Nullable Long after, Body.Channel channel) {
        // Whoever asks for what comes begins where reading stands now: what is written from now on is numbered later.
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
                if (trouble != null) {
                    LOG.info("events are delivered again");
                    trouble = null;
                }
                sleep();
            } catch (RuntimeException e) {
                failed(e);
            } catch (Error e) {
                // Nobody else would tell of it, and without this thread no event goes out.
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
            numbering.expect(SOON);
        }
        boolean look = System.nanoTime() - nextLook >= 0;
        RuntimeException failure = null;
        boolean found = false;
        try {
            found = numbering.isDue() && numbering.run();
        } catch (RuntimeException e) {
            failure = e; // what other nodes number can be read all the same
        }
        // What a client saw before it came was numbered by then, so it is read before the client gets its place.
        int arrived = joining.size();
        if (found | numbered.getAndSet(false) | look | arrived > 0) {
            nextLook = System.nanoTime() + timing.look().toNanos();
            streams.readOn();
        }
        for (int i = 0; i < arrived; i++) {
            streams.place(joining.remove());
        }
        if (look) {
            streams.tidy();
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
        long pause = Math.min(Math.min(nextLook - now, nextExpiry - now), numbering.due() - now);
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
        if (!message.equals(trouble)) {
            boolean outage = e instanceof io.precinct.postgres.api.DatabaseUnavailable;
            LOG.warn("events wait: {}", message, outage ? null : e);
            trouble = message;
        }
        numbered.set(false);
        numbering.failed();
        nextLook = System.nanoTime();
        // Tried again after a while, or as soon as the database wakes whoever listens.
        LockSupport.parkNanos(this, timing.look().toNanos());
    }

    private void beat() {
        while (!stopped) {
            LockSupport.parkNanos(this, timing.heartbeat().toNanos());
            if (!stopped) {
                for (StreamClient client : clients) {
                    client.beat();
                }
            }
        }
    }

    /** Ends every stream, what was sent to it included, and both threads. */
    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
        LockSupport.unpark(heart);
        List.copyOf(clients).forEach(StreamClient::close);
        ready.countDown();
        try {
            if (!thread.join(STOP) || !heart.join(STOP)) {
                LOG.warn("the events' thread still waits for the database; it ends with the answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
