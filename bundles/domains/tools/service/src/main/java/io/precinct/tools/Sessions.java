package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Names of sessions. A session consists only of its name, so it outlives a restart and is valid on every node. The name
 * is {@code REVISION.RANDOM.DIGEST}: the digest is that of the rest and of the owner, so the name is worth nothing to
 * anybody else. Only the most recently closed sessions are stored. Thread-safe.
 */
final class Sessions {
    /** Number of closed sessions that are stored. */
    private static final int REMEMBERED = 10_000;

    /** Length of a digest in hexadecimal digits: 128 bits, since nobody chooses both names. */
    private static final int DIGITS = 32;

    private final Map<String, Boolean> closed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Returns a new name for a session of this owner, in which this revision of the protocol was agreed on. */
    static String open(String revision, SessionOwner owner) {
        return sealed(revision + "." + UUID.randomUUID(), owner);
    }

    private static String sealed(String beginning, SessionOwner owner) {
        String text = Json.compact(Data.list(beginning, owner.authenticated(), owner.name()));
        return beginning + "." + Digests.sha256Hex(text).substring(0, DIGITS);
    }

    /** Returns the revision that was agreed on in a session; null if it is no name of a session. */
    static @Nullable String revision(String session) {
        int end = session.indexOf('.');
        return end < 0 ? null : session.substring(0, end);
    }

    /**
     * Whether a session may be used: it is open, and it belongs to whoever asks. A session that was begun by a client of
     * the internal listener without a name may be used by every client there.
     */
    boolean admits(String session, SessionOwner owner) {
        return !isClosed(session)
                && (belongs(session, owner) || !owner.authenticated() && belongs(session, SessionOwner.NOBODY));
    }

    private static boolean belongs(String session, SessionOwner owner) {
        int end = session.lastIndexOf('.');
        return end > 0 && session.equals(sealed(session.substring(0, end), owner));
    }

    private synchronized boolean isClosed(String session) {
        return closed.containsKey(session);
    }

    /** Closes a session; returns false if it was closed before. */
    synchronized boolean close(String session) {
        return closed.put(session, true) == null;
    }
}
