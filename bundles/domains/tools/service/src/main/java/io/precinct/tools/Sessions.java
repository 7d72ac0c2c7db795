package io.precinct.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Names of sessions. A session consists only of its name, so it outlives a restart and is valid on every node. Only the
 * most recently closed sessions are stored. Thread-safe.
 */
final class Sessions {
    /** Number of closed sessions that are stored. */
    private static final int REMEMBERED = 10_000;

    private final Map<String, Boolean> closed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Returns a new name. */
    static String open() {
        return UUID.randomUUID().toString();
    }

    /** Closes a session; returns false if it was closed before. */
    synchronized boolean close(String session) {
        return closed.put(session, true) == null;
    }

    /** Whether a session was closed. */
    synchronized boolean isClosed(String session) {
        return closed.containsKey(session);
    }
}
