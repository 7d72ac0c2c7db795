package io.precinct.events;

import io.precinct.api.boundary.Body;
import io.precinct.events.api.Events.Feed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of a stream. What is sent to it is paced: the channel's buffer is bounded and does not say how full it is, so a
 * long backlog is handed over at a rate that only a slow client cannot follow. One thread only, but for what is volatile.
 */
final class StreamClient {
    private static final Logger LOG = LoggerFactory.getLogger(StreamClient.class);

    /** Nanoseconds a byte takes: 8 MB/s. */
    private static final long PACE = TimeUnit.SECONDS.toNanos(1) / (8 << 20);
    /** How many bytes it may be ahead of its pace: half the buffer of a channel. */
    private static final int BURST = 128 << 10;

    final Feed feed;
    private final Body.Channel channel;
    private final HubCounters figures;

    /** All events up to this one were sent, as far as they are the client's. */
    private long position;

    private long paid = System.nanoTime();
    private boolean patient;
    private volatile boolean closed;

    /** A client that has everything up to {@code position}. */
    StreamClient(Feed feed, long position, Body.Channel channel, HubCounters figures) {
        this.feed = feed;
        this.position = position;
        this.channel = channel;
        this.figures = figures;
        channel.onClose(() -> closed = true);
    }

    long position() {
        return position;
    }

    boolean isClosed() {
        return closed;
    }

    /** When more may be sent to it, as of {@link System#nanoTime}. */
    long ready() {
        return patient ? paid : paid - BURST * PACE;
    }

    boolean isReady(long now) {
        return now - ready() >= 0;
    }

    /** Whether a page may be sent now. What is larger than the channel's buffer is taken only while nothing waits there. */
    boolean isReady(long now, List<EventFrame> page) {
        patient = page.getFirst().bytes().length > BURST;
        return isReady(now);
    }

    /** Ends the stream once all that was sent has arrived. */
    void close() {
        channel.close();
    }

    /** Any thread may keep the stream open. */
    void beat() {
        push(EventFrame.HEARTBEAT);
    }

    /** Sends something that is no event of the outbox; the stream goes on behind {@code next}. */
    boolean send(byte[] bytes, long next) {
        position = next;
        pay(bytes.length);
        return push(bytes);
    }

    /** Sends what of a page is new to the client and its own; false where it is gone or was cut off. */
    boolean send(List<EventFrame> page) {
        long bytes = 0;
        for (EventFrame frame : page) {
            if (frame.seq() <= position) {
                continue;
            }
            if (frame.isFor(feed)) {
                if (!push(frame.bytes())) {
                    return false;
                }
                figures.delivered.increment();
                bytes += frame.bytes().length;
            }
            position = frame.seq();
        }
        pay(bytes);
        return true;
    }

    private boolean push(byte[] bytes) {
        boolean open = !closed;
        boolean taken = taken(bytes);
        if (open && !taken) {
            figures.cutOff.increment();
        }
        return taken;
    }

    /** Whatever the channel of one client throws, the others get their events. */
    private boolean taken(byte[] bytes) {
        try {
            return channel.send(bytes);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            LOG.error("the channel of a client failed; the client is cut off", e);
            channel.close();
            return false;
        }
    }

    private void pay(long bytes) {
        patient = false;
        long now = System.nanoTime();
        paid = (paid - now > 0 ? paid : now) + bytes * PACE;
    }
}
