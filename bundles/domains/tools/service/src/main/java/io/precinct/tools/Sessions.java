package io.precinct.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Names of sessions. A session is nothing but its name, so it outlives a restart and is known to every node; what is
 * remembered are those that were closed, the latest of them. Thread-safe.
 */
final class Sessions {
    /** How many closed ones are remembered. */
    private static final int REMEMBERED = 10_000;

    private final Map<String, Boolean> closed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** A new name. */
    static String open() {
        return UUID.randomUUID().toString();
    }

    /** Closes a session; false if it was closed before. */
    synchronized boolean close(String session) {
        return closed.put(session, true) == null;
    }

    /** Whether it was closed. */
    synchronized boolean isClosed(String session) {
        return closed.containsKey(session);
    }
}
