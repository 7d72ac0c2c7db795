package io.precinct.launcher.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests of the client that have no answer yet, by their ids. Whoever removes a call decides about its answer: its
 * own thread when it is done, or the thread that gives it up. Giving up interrupts the call's thread, which is a virtual
 * one, so that its connection is closed and the instance gives the call up too. Thread-safe.
 */
final class CallsInFlight {
    private final Map<Object, Call> calls = new ConcurrentHashMap<>();

    /**
     * A call.
     *
     * @param thread the thread that waits for the answer
     * @param subscription whether it lasts until the client ends it
     */
    private record Call(Thread thread, boolean subscription) {}

    /** Adds the call of this thread; false if one with its id is in flight. */
    boolean begin(Object id, Thread thread, boolean subscription) {
        return calls.putIfAbsent(id, new Call(thread, subscription)) == null;
    }

    /** Removes the call of the calling thread; false if it was given up. */
    boolean end(Object id) {
        Call call = calls.get(id);
        return call != null && call.thread().equals(Thread.currentThread()) && calls.remove(id, call);
    }

    /** Gives up the call with this id, if there is one. */
    void cancel(Object id) {
        Call call = calls.remove(id);
        if (call != null) {
            call.thread().interrupt();
        }
    }

    /**
     * Gives up all calls but the subscriptions.
     *
     * @return their ids
     */
    List<Object> giveUp() {
        List<Object> ids = new ArrayList<>();
        calls.forEach((id, call) -> {
            if (!call.subscription() && calls.remove(id, call)) {
                call.thread().interrupt();
                ids.add(id);
            }
        });
        return ids;
    }

    /** Gives up everything. */
    void close() {
        List.copyOf(calls.keySet()).forEach(this::cancel);
    }
}
