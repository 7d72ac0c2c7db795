package io.precinct.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks the position of each client. Clients that are up to date share every page that is read. Clients that are
 * behind get the pages they missed in turn, several clients at once if they need the same page, until they are up to
 * date. All of this happens on the thread of the hub, so that no event is lost when a client changes groups.
 */
final class Streams {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

    private final Outbox outbox;
    private final HubCounters figures;
    private final Set<StreamClient> upToDate = new HashSet<>();
    private final Deque<StreamClient> behind = new ArrayDeque<>();
    private volatile long position = -1;

    Streams(Outbox outbox, HubCounters figures) {
        this.outbox = outbox;
        this.figures = figures;
    }

    /** Sets the position at which reading begins. */
    void start(long last) {
        position = last;
    }

    boolean isStarted() {
        return position >= 0;
    }

    /** Returns the number up to which all events were read. */
    long position() {
        return position;
    }

    /** Removes clients that have left. */
    void removeClosed() {
        upToDate.removeIf(StreamClient::isClosed);
        behind.removeIf(StreamClient::isClosed);
    }

    /** Reads all new events and sends them to the clients that are up to date. */
    void readNew() {
        while (true) {
            List<EventFrame> page = outbox.after(position);
            if (page.isEmpty()) {
                checkForOlderState();
                figures.upToDateAt = System.nanoTime();
                return;
            }
            if (page.getFirst().seq() != position + 1) {
                LOG.warn(
                        "events {} to {} are gone before they were read",
                        position + 1,
                        page.getFirst().seq() - 1);
                restart(page.getFirst().seq() - 1);
            }
            deliver(page);
            // Only now: if the delivery fails, the page is read again, and clients that have it already skip it.
            position = page.getLast().seq();
        }
    }

    /**
     * Restarts if an older state of the database was restored under a running node, so that numbers continue from a
     * lower one.
     */
    private void checkForOlderState() {
        long last = outbox.last();
        if (last < position) {
            LOG.warn("the events of the database end at {}, this node was at {}: it begins anew", last, position);
            restart(last);
        }
    }

    private void restart(long last) {
        position = last;
        List<StreamClient> all = new ArrayList<>(upToDate);
        all.addAll(behind);
        upToDate.clear();
        behind.clear();
        all.forEach(this::reset);
    }

    private void deliver(List<EventFrame> page) {
        long now = System.nanoTime();
        for (Iterator<StreamClient> all = upToDate.iterator(); all.hasNext(); ) {
            StreamClient client = all.next();
            if (client.isClosed()) {
                all.remove();
            } else if (!client.isReady(now, page)) {
                all.remove();
                behind.addLast(client);
            } else if (!client.send(page)) {
                all.remove();
            }
        }
    }

    /** Adds a new client to the group that matches its position. */
    void add(StreamClient client) {
        long begin = client.position();
        if (begin > position) {
            reset(client);
        } else if (begin < position) {
            behind.addLast(client);
        } else {
            addUpToDate(client);
        }
    }

    private void reset(StreamClient client) {
        figures.resets.increment();
        if (client.send(EventFrame.reset(position), position)) {
            upToDate.add(client);
        }
    }

    private void addUpToDate(StreamClient client) {
        if (client.send(EventFrame.place(position), position)) {
            upToDate.add(client);
        }
    }

    /** Sends one page to clients that are behind: the page that the client which has waited longest needs. */
    void catchUp() {
        long now = System.nanoTime();
        behind.removeIf(StreamClient::isClosed);
        StreamClient first = null;
        for (StreamClient client : behind) {
            if (client.isReady(now)) {
                first = client;
                break;
            }
        }
        if (first != null) {
            long begin = first.position();
            // No client gets ahead of the up-to-date clients: events that are numbered but not yet read are sent to all
            // of them together.
            List<EventFrame> page = outbox.after(begin).stream()
                    .takeWhile(frame -> frame.seq() <= position)
                    .toList();
            serve(begin, page, now);
        }
        figures.behind = behind.size();
    }

    private void serve(long begin, List<EventFrame> page, long now) {
        boolean gap = page.isEmpty() || page.getFirst().seq() != begin + 1;
        long end = page.isEmpty() ? begin + 1 : page.getLast().seq();
        List<StreamClient> again = new ArrayList<>();
        for (int left = behind.size(); left > 0; left--) {
            StreamClient client = behind.removeFirst();
            if (gap && client.position() == begin) {
                reset(client);
            } else if (gap || client.position() < begin || client.position() >= end) {
                behind.addLast(client);
            } else if (!client.isReady(now, page)) {
                behind.addLast(client);
            } else if (client.send(page)) {
                if (client.position() < position) {
                    again.add(client);
                } else {
                    addUpToDate(client);
                }
            }
        }
        behind.addAll(again); // clients that were sent a page wait for all others
    }

    /** Returns how many nanoseconds pass until something can be sent to a client that is behind. */
    long pause(long now) {
        long pause = Long.MAX_VALUE;
        for (StreamClient client : behind) {
            pause = Math.min(pause, Math.max(0, client.ready() - now));
        }
        return pause;
    }
}
