package io.precinct.http.gateway;

import io.precinct.common.digest.Digests;
import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of browsers. A session is identified by a token in a cookie, which is replaced regularly. A replaced
 * token stays valid until the browser has sent its successor, and for a moment more, for requests under way; if it
 * comes later than that, two parties have it, so the session ends. A session also ends when its user is removed or gets
 * another password.
 *
 * <p>Sessions are kept in memory: a restart ends them all. Thread-safe.
 */
final class Sessions {
    static final String COOKIE = "__Host-precinct";
    static final long IDLE = TimeUnit.HOURS.toNanos(1);
    static final long LONGEST = TimeUnit.HOURS.toNanos(12);
    static final long ROTATION = TimeUnit.MINUTES.toNanos(10);
    static final long GRACE = TimeUnit.MINUTES.toNanos(1);
    static final int MOST = 1_000;
    static final int MOST_OF_ONE = 20;

    /** Makes a browser delete the cookie. */
    static final String FORGET = cookie("") + "; Max-Age=0";

    private static final Logger AUDIT = LoggerFactory.getLogger("precinct.audit");

    private final LongSupplier nanoTime;
    private final SecureRandom random = new SecureRandom();
    private final byte[] key;
    private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();
    /** Hashes that replaced older hashes of the same passwords. */
    private final ConcurrentHashMap<PasswordHash, PasswordHash> renewed = new ConcurrentHashMap<>();

    /** A session; its lock guards the mutable fields. */
    private static final class Session {
        final String id;
        final String user;
        final long opened;
        PasswordHash password;
        long seen;
        int generation;
        long issued;
        boolean confirmed;
        long confirmedAt;

        Session(String id, User user, long now) {
            this.id = id;
            this.user = user.name();
            this.password = user.password();
            this.opened = now;
            this.seen = now;
            this.issued = now;
        }
    }

    /**
     * An open session.
     *
     * @param id internal name, not for clients
     * @param user its user, with current data
     * @param csrf token that a request that changes something must repeat, because only pages of this service can read
     *     it
     * @param cookie value of Set-Cookie for the answer, or null
     */
    record Open(String id, User user, String csrf, @Nullable String cookie) {}

    Sessions(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        key = new byte[32];
        random.nextBytes(key);
    }

    /** Opens a session for a user who has just proved the password. */
    Open open(User user) {
        long now = nanoTime.getAsLong();
        makeRoom(user.name(), now);
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        var session = new Session(HexFormat.of().formatHex(bytes), user, now);
        sessions.put(session.id, session);
        return new Open(session.id, user, csrf(session.id), cookie(token(session.id, 0)));
    }

    /** How many sessions there are. */
    int count() {
        long now = nanoTime.getAsLong();
        sessions.values().removeIf(session -> over(session, now));
        return sessions.size();
    }

    private void makeRoom(String user, long now) {
        sessions.values().removeIf(session -> over(session, now));
        var oldest = Comparator.<Session>comparingLong(session -> session.opened);
        var own = sessions.values().stream()
                .filter(session -> session.user.equals(user))
                .sorted(oldest)
                .toList();
        for (int i = 0; i <= own.size() - MOST_OF_ONE; i++) {
            sessions.remove(own.get(i).id);
        }
        while (sessions.size() >= MOST) {
            sessions.values().stream().min(oldest).ifPresent(session -> sessions.remove(session.id));
        }
    }

    private static boolean over(Session session, long now) {
        synchronized (session) {
            return now - session.opened > LONGEST || now - session.seen > IDLE;
        }
    }

    /**
     * The session of a request, or null.
     *
     * @param cookies the header Cookie, or null
     */
    @Nullable
    Open find(@Nullable String cookies, Users users) {
        String token = token(cookies);
        String[] parts = token == null ? new String[0] : token.split("\\.", -1);
        if (token == null || parts.length != 3 || !parts[1].matches("[0-9]{1,6}")) {
            return null;
        }
        int generation = Integer.parseInt(parts[1]);
        if (!same(token(parts[0], generation), token)) {
            return null;
        }
        Session session = sessions.get(parts[0]);
        if (session == null) {
            return null;
        }
        long now = nanoTime.getAsLong();
        User user = users.find(session.user).orElse(null);
        if (user == null || over(session, now) || !hasPassword(session, user)) {
            sessions.remove(session.id);
            return null;
        }
        return seen(session, user, generation, now);
    }

    private boolean hasPassword(Session session, User user) {
        synchronized (session) {
            boolean same = isSame(session.password, user.password());
            if (same) {
                session.password = user.password();
            }
            return same;
        }
    }

    private @Nullable Open seen(Session session, User user, int generation, long now) {
        synchronized (session) {
            boolean newest = generation == session.generation;
            boolean replaced = generation == session.generation - 1;
            boolean late = session.confirmed && now - session.confirmedAt > GRACE;
            if (!newest && (!replaced || late)) {
                sessions.remove(session.id);
                AUDIT.warn("a session of {} ends: a token of it came that was replaced long ago", session.user);
                return null;
            }
            session.seen = now;
            String cookie = null;
            if (newest) {
                if (!session.confirmed) {
                    session.confirmed = true;
                    session.confirmedAt = now;
                }
                if (now - session.issued > ROTATION) {
                    session.generation++;
                    session.issued = now;
                    session.confirmed = false;
                    cookie = cookie(token(session.id, session.generation));
                }
            } else if (!session.confirmed) {
                cookie = cookie(token(session.id, session.generation));
            }
            return new Open(session.id, user, csrf(session.id), cookie);
        }
    }

    /** Whether a hash is of the same password as a former one. */
    boolean isSame(PasswordHash former, PasswordHash now) {
        return now.equals(former) || now.equals(renewed.get(former));
    }

    /** Whether a session has not ended since it was found. */
    boolean isOpen(Open session) {
        Session found = sessions.get(session.id());
        return found != null && nanoTime.getAsLong() - found.opened <= LONGEST;
    }

    /** Ends one session. */
    void end(Open session) {
        sessions.remove(session.id());
    }

    /** Ends every session of a user, in all browsers. */
    void endAll(String user) {
        sessions.values().removeIf(session -> session.user.equals(user));
    }

    /** Keeps the sessions of a password whose hash alone is replaced. */
    void renewed(PasswordHash before, PasswordHash after) {
        renewed.put(before, after);
    }

    /** Whether {@code csrf} is that of this session. */
    static boolean proves(Open session, @Nullable String csrf) {
        return csrf != null && same(session.csrf(), csrf);
    }

    /** Whether a request carries a cookie of this kind, with or without a session. */
    static boolean carries(@Nullable String cookies) {
        return cookies != null && cookies.contains(COOKIE + "=");
    }

    private static @Nullable String token(@Nullable String cookies) {
        if (cookies == null) {
            return null;
        }
        String found = null;
        for (String pair : cookies.split(";", -1)) {
            String cookie = pair.strip();
            if (cookie.startsWith(COOKIE + "=")) {
                if (found != null) {
                    return null; // a browser sends one; a client with two is suspicious
                }
                found = cookie.substring(COOKIE.length() + 1);
            }
        }
        return found;
    }

    private String token(String id, int generation) {
        return id + "." + generation + "." + mac("token " + id + "." + generation);
    }

    private String csrf(String id) {
        return mac("csrf " + id);
    }

    private String mac(String text) {
        return HexFormat.of().formatHex(Digests.hmacSha256(key, text.getBytes(StandardCharsets.UTF_8)));
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static String cookie(String token) {
        return COOKIE + "=" + token + "; Path=/; Secure; HttpOnly; SameSite=Lax";
    }
}
