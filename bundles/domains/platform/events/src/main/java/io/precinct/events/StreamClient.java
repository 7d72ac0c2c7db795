package io.precinct.events;

import io.precinct.api.boundary.Body;
import io.precinct.events.api.Events.Feed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of a stream. Sending is paced: the buffer of the channel is limited and does not report its fill level, so a
 * long backlog is sent at a rate that only a slow client cannot follow. Confined to the thread of the hub, except for
 * {@link #sendHeartbeat} and {@link #close}.
 */
final class StreamClient {
    private static final Logger LOG = LoggerFactory.getLogger(StreamClient.class);

    /** The pace, in nanoseconds per byte: 8 MB/s. */
    private static final long NANOS_PER_BYTE = TimeUnit.SECONDS.toNanos(1) / (8 << 20);
    /** How many bytes sending may be ahead of the pace: half the buffer of a channel. */
    private static final int BURST = 128 << 10;

    final Feed feed;
    private final Body.Channel channel;
    private final HubCounters figures;

    /** The number up to which all events for the client were sent. */
    private long position;

    private long pacedUntil = System.nanoTime();
    private boolean largeEventNext;
    private volatile boolean closed;

    /** Creates a client that has all events up to {@code position}. */
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

    /** Returns the {@link System#nanoTime} from which more may be sent. */
    long ready() {
        return largeEventNext ? pacedUntil : pacedUntil - BURST * NANOS_PER_BYTE;
    }

    boolean isReady(long now) {
        return now - ready() >= 0;
    }

    /**
     * Whether a page may be sent now. The channel accepts an event larger than its buffer only while the buffer is
     * empty.
     */
    boolean isReady(long now, List<EventFrame> page) {
        largeEventNext = page.getFirst().bytes().length > BURST;
        return isReady(now);
    }

    /** Ends the stream once everything sent has arrived. */
    void close() {
        channel.close();
    }

    /** Sends a comment that keeps the stream open. May be called from any thread. */
    void sendHeartbeat() {
        push(EventFrame.HEARTBEAT);
    }

    /** Sends bytes that are not an event of the outbox; the stream continues after {@code next}. */
    boolean send(byte[] bytes, long next) {
        position = next;
        pace(bytes.length);
        return push(bytes);
    }

    /**
     * Sends the events of a page that are new to the client and match its feed; returns false if the client is gone or
     * was cut off.
     */
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
        pace(bytes);
        return true;
    }

    private boolean push(byte[] bytes) {
        boolean open = !closed;
        boolean accepted = accepted(bytes);
        if (open && !accepted) {
            figures.cutOff.increment();
        }
        return accepted;
    }

    /** Sends bytes. Closes a channel that throws, so that the other clients still get their events. */
    private boolean accepted(byte[] bytes) {
        try {
            return channel.send(bytes);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            LOG.error("the channel of a client failed; the client is cut off", e);
            channel.close();
            return false;
        }
    }

    private void pace(long bytes) {
        largeEventNext = false;
        long now = System.nanoTime();
        pacedUntil = (pacedUntil - now > 0 ? pacedUntil : now) + bytes * NANOS_PER_BYTE;
    }
}
