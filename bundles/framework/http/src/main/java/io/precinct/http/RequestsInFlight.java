package io.precinct.http;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.jspecify.annotations.Nullable;

/** The work under way: requests being answered, and event streams, which outlive their requests. Thread-safe. */
final class RequestsInFlight {
    /** Most exchanges whose client may still send after its answer; each holds a connection and no thread. */
    static final int MOST_LINGERING = 4096;

    final ListenerCounters counters;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger lingering = new AtomicInteger();
    final Set<PushChannel> channels = ConcurrentHashMap.newKeySet();
    /** HTTP/1 connections whose current request has a body: bytes that arrive there are not the head of a next one. */
    final Set<EndPoint> receiving = ConcurrentHashMap.newKeySet();

    private volatile @Nullable CompletableFuture<@Nullable Void> drained;
    private volatile boolean ending;

    RequestsInFlight(AccessCheck access) {
        counters = new ListenerCounters(access);
    }

    /** Counts a request in; returns the new number of requests. */
    int enter() {
        return inFlight.incrementAndGet();
    }

    /** Counts a request out. */
    void leave() {
        if (inFlight.decrementAndGet() == 0) {
            CompletableFuture<@Nullable Void> waiting = drained;
            if (waiting != null) {
                waiting.complete(null);
            }
        }
    }

    /** Whether one more exchange may linger; if so, {@link #lingered} must follow. */
    boolean mayLinger() {
        if (lingering.incrementAndGet() <= MOST_LINGERING) {
            return true;
        }
        lingering.decrementAndGet();
        return false;
    }

    /** Notes that an exchange lingers no longer. */
    void lingered() {
        lingering.decrementAndGet();
    }

    /** Adds an event stream; it is closed again if its connector takes no more requests. */
    void open(PushChannel channel) {
        channels.add(channel);
        // Only now: draining is announced first, and then closes the streams that were added.
        if (stopping() || ListeningConnector.draining(channel.connector())) {
            channel.close();
        }
    }

    void closed(PushChannel channel) {
        channels.remove(channel);
    }

    /** Ends the event streams of a connector that takes no more requests. */
    void closeChannels(Connector connector) {
        for (PushChannel channel : channels) {
            if (channel.connector().equals(connector)) {
                channel.close();
            }
        }
    }

    /** Ends all current and future event streams, and completes when the last request is answered. */
    CompletableFuture<@Nullable Void> drain() {
        var waiting = new CompletableFuture<@Nullable Void>();
        drained = waiting;
        channels.forEach(PushChannel::close);
        if (inFlight.get() == 0) {
            waiting.complete(null);
        }
        return waiting;
    }

    /** From now on, connections of HTTP/1 end with their current request. */
    void announceEnd() {
        ending = true;
    }

    /** Whether connections end with their current request. */
    boolean ending() {
        return ending;
    }

    boolean stopping() {
        return drained != null;
    }

    int inFlight() {
        return inFlight.get();
    }
}
