package io.precinct.source.parse;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Work that waits for a thread. Its owners take turns, so that one with much work does not hold up the others; the work
 * of one is done in order, but for large work while as much of that is under way as may be. Thread-safe.
 */
final class TurnQueue {
    private final int capacity;
    private final int mostLarge;
    /** By owner, the one whose turn is next first; none is empty. Guarded by this, like all else. */
    private final Map<String, Deque<ParseTask<?>>> waiting = new LinkedHashMap<>();

    private final Set<ParseTask<?>> large = new HashSet<>();
    private int size;

    /**
     * @param capacity for how much work there is room; an owner may have half of it
     * @param mostLarge how much large work may be under way
     */
    TurnQueue(int capacity, int mostLarge) {
        this.capacity = capacity;
        this.mostLarge = mostLarge;
    }

    /** Adds work, as soon as there is room; false if there was none for so long. */
    synchronized boolean offer(ParseTask<?> task, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long end = System.nanoTime() + nanos;
        String owner = task.turn().owner();
        while (size >= capacity
                || waiting.getOrDefault(owner, new ArrayDeque<>()).size() >= capacity / 2) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        waiting.computeIfAbsent(owner, _ -> new ArrayDeque<>()).add(task);
        size++;
        notifyAll();
        return true;
    }

    /** The next work, as soon as there is some; to be {@link #ended}. */
    synchronized ParseTask<?> take() throws InterruptedException {
        ParseTask<?> next = next();
        while (next == null) {
            wait();
            next = next();
        }
        return next;
    }

    private @Nullable ParseTask<?> next() {
        for (Map.Entry<String, Deque<ParseTask<?>>> each : waiting.entrySet()) {
            for (Iterator<ParseTask<?>> tasks = each.getValue().iterator(); tasks.hasNext(); ) {
                ParseTask<?> task = tasks.next();
                if (!task.turn().large() || large.size() < mostLarge) {
                    tasks.remove();
                    taken(each.getKey(), each.getValue());
                    if (task.turn().large()) {
                        large.add(task);
                    }
                    return task;
                }
            }
        }
        return null;
    }

    /** Moves an owner behind the others. */
    private void taken(String owner, Deque<ParseTask<?>> left) {
        size--;
        waiting.remove(owner);
        if (!left.isEmpty()) {
            waiting.put(owner, left);
        }
        notifyAll();
    }

    /** The work is over, or its thread was given up; may be said twice. */
    synchronized void ended(ParseTask<?> task) {
        if (large.remove(task)) {
            notifyAll();
        }
    }

    /** Takes work out that nobody waits for any more; false if it is not here. */
    synchronized boolean remove(ParseTask<?> task) {
        String owner = task.turn().owner();
        Deque<ParseTask<?>> tasks = waiting.get(owner);
        if (tasks == null || !tasks.remove(task)) {
            return false;
        }
        size--;
        if (tasks.isEmpty()) {
            waiting.remove(owner);
        }
        notifyAll();
        return true;
    }

    /** How much work waits. */
    synchronized int size() {
        return size;
    }

    /** Takes any work out; null if there is none. */
    synchronized @Nullable ParseTask<?> poll() {
        Iterator<Deque<ParseTask<?>>> owners = waiting.values().iterator();
        if (!owners.hasNext()) {
            return null;
        }
        ParseTask<?> task = owners.next().getFirst();
        remove(task);
        return task;
    }
}
