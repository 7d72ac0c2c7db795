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
 * How far each client is. Those in step share what is read next; those behind are served page by page in turn, whoever
 * needs the same page together, until they are in step. All on the hub's thread, so that a client changes over without a
 * gap.
 */
final class Streams {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

    private final Outbox outbox;
    private final HubCounters figures;
    private final Set<StreamClient> inStep = new HashSet<>();
    private final Deque<StreamClient> behind = new ArrayDeque<>();
    private volatile long position = -1;

    Streams(Outbox outbox, HubCounters figures) {
        this.outbox = outbox;
        this.figures = figures;
    }

    /** Where reading begins. */
    void start(long last) {
        position = last;
    }

    boolean isStarted() {
        return position >= 0;
    }

    /** All events up to this one were read. */
    long position() {
        return position;
    }

    /** Lets go of clients that have left. */
    void tidy() {
        inStep.removeIf(StreamClient::isClosed);
        behind.removeIf(StreamClient::isClosed);
    }

    /** Reads all that is new. */
    void readOn() {
        while (true) {
            List<EventFrame> page = outbox.after(position);
            if (page.isEmpty()) {
                stayed();
                figures.inStep = System.nanoTime();
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
            // Only now: where the delivery breaks off, the page is read again, and who has it already skips it.
            position = page.getLast().seq();
        }
    }

    /** An older state of the database was put back under a running node: numbers begin again below. */
    private void stayed() {
        long last = outbox.last();
        if (last < position) {
            LOG.warn("the events of the database end at {}, this node was at {}: it begins anew", last, position);
            restart(last);
        }
    }

    private void restart(long last) {
        position = last;
        List<StreamClient> all = new ArrayList<>(inStep);
        all.addAll(behind);
        inStep.clear();
        behind.clear();
        all.forEach(this::reset);
    }

    private void deliver(List<EventFrame> page) {
        long now = System.nanoTime();
        for (Iterator<StreamClient> all = inStep.iterator(); all.hasNext(); ) {
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

    /** Gives a new client its place. */
    void place(StreamClient client) {
        long begin = client.position();
        if (begin > position) {
            reset(client);
        } else if (begin < position) {
            behind.addLast(client);
        } else {
            arrive(client);
        }
    }

    private void reset(StreamClient client) {
        figures.resets.increment();
        if (client.send(EventFrame.reset(position), position)) {
            inStep.add(client);
        }
    }

    private void arrive(StreamClient client) {
        if (client.send(EventFrame.place(position), position)) {
            inStep.add(client);
        }
    }

    /** Serves those behind a page, beginning with whoever has waited longest. */
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
            // Nobody gets ahead of those in step: what is numbered by now and not yet read comes to all of them
            // together.
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
                    arrive(client);
                }
            }
        }
        behind.addAll(again); // whoever was served waits for all others
    }

    /** How long nobody behind can be sent anything, in nanoseconds. */
    long pause(long now) {
        long pause = Long.MAX_VALUE;
        for (StreamClient client : behind) {
            pause = Math.min(pause, Math.max(0, client.ready() - now));
        }
        return pause;
    }
}
