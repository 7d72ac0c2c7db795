package io.precinct.postgres.notification;

import io.precinct.core.api.thread.LongLived;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.pool.SqlFaults;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.PoolerInTheWay;
import io.precinct.postgres.server.ServerUnreachable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection that listens for notifications, and so is the first to notice that the server is lost or
 * available again. Runs its own thread. Thread-safe.
 */
public final class NotificationListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);
    private static final Pattern IDENTIFIER = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    /** How long a new subscription may wait for its LISTEN. */
    private static final int POLL_MILLIS = 200;

    private static final Duration TRUST = Duration.ofSeconds(5);
    private static final int VALID_SECONDS = 2;
    /** Failed attempts before a warning: some failures are normal during a start, but not for five seconds. */
    private static final int FAILURES_BEFORE_WARNING = 25;

    private final Connector connector;
    private final ServerAvailability availability;
    private final Runnable onLost;
    private final Runnable onAvailable;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final LongAdder connects = new LongAdder();
    private final Thread thread;
    private volatile boolean closed;
    private int failures;

    /** Compared by identity, since two subscriptions may have the same channel and callback. */
    private static final class Subscription {
        private final String channel;
        private final Runnable callback;

        Subscription(String channel, Runnable callback) {
            this.channel = channel;
            this.callback = callback;
        }
    }

    /**
     * Starts a listener, which begins to watch the server at once.
     *
     * @param onLost called when the server stops answering
     * @param onAvailable called when the server answers for the first time, and when it answers again
     */
    public NotificationListener(
            Connector connector, ServerAvailability availability, Runnable onLost, Runnable onAvailable) {
        this.connector = connector;
        this.availability = availability;
        this.onLost = onLost;
        this.onAvailable = onAvailable;
        this.thread = LongLived.start("precinct-database-watch", LOG::error, this::run);
    }

    /** Subscribes to a channel; see {@code Database.listen}. */
    public AutoCloseable subscribe(String channel, Runnable callback) {
        if (!IDENTIFIER.matcher(channel).matches()) {
            throw new IllegalArgumentException("a channel is an SQL identifier in lower case, got '" + channel + "'");
        }
        var subscription = new Subscription(channel, callback);
        subscriptions.add(subscription);
        return () -> subscriptions.removeIf(one -> one == subscription);
    }

    /** Returns the number of connections made so far. */
    public long connects() {
        return connects.sum();
    }

    private void run() {
        while (!closed) {
            connect();
        }
    }

    private void connect() {
        try (Connection connection = connector.getConnection()) {
            Connector.requireSession(connection);
            requirePrimary(connection);
            connects.increment();
            if (availability.answered()) {
                onAvailable.run();
            }
            listen(connection);
        } catch (SQLException | RuntimeException e) {
            lost(e);
        }
    }

    private void lost(Exception thrown) {
        if (closed) {
            return;
        }
        if (availability.lost(reason(thrown))) {
            failures = 0;
            LOG.warn("the database is lost: {}", thrown.getMessage());
            onLost.run();
        } else if (++failures == FAILURES_BEFORE_WARNING) {
            LOG.warn("the database is still not there: {}", thrown.getMessage());
        } else {
            LOG.debug("the database is not there", thrown);
        }
        pause();
    }

    private void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** Returns a reason without addresses, because it is sent to clients. */
    private static String reason(Exception thrown) {
        SQLException found = SqlFaults.sql(thrown);
        if (found instanceof ServerUnreachable || found instanceof PoolerInTheWay) {
            return String.valueOf(found.getMessage());
        }
        boolean refused = found != null && String.valueOf(found.getSQLState()).startsWith("28");
        return refused ? "the database refuses the user" : "the database is not reachable";
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection postgres = connection.unwrap(PGConnection.class);
        Set<Subscription> subscribed = new HashSet<>();
        Set<String> listening = new HashSet<>();
        long checked = System.nanoTime();
        while (!closed) {
            for (Subscription subscription : subscriptions) {
                if (subscribed.add(subscription)) {
                    if (listening.add(subscription.channel)) {
                        run(connection, "LISTEN " + subscription.channel);
                    }
                    call(subscription); // notifications before this LISTEN are lost
                }
            }
            subscribed.retainAll(subscriptions);
            PGNotification[] notifications = postgres.getNotifications(POLL_MILLIS);
            if (notifications != null && notifications.length > 0) {
                callSubscribers(notifications);
                checked = System.nanoTime();
            }
            // Another connection may have failed although the server is available; this check proves that it is.
            if (availability.reason() != null || System.nanoTime() - checked > TRUST.toNanos()) {
                // Not by a statement alone: a server that vanished without closing would hold it for the socket's
                // time-out.
                if (!connection.isValid(VALID_SECONDS)) {
                    throw new SQLException("the connection that listens is dead", "08006");
                }
                requirePrimary(connection);
                checked = System.nanoTime();
                availability.answered();
            }
        }
    }

    /** Fails if the server takes no writes because another one is the primary now. */
    private static void requirePrimary(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(VALID_SECONDS);
            try (ResultSet row = statement.executeQuery("SELECT pg_is_in_recovery()")) {
                row.next();
                if (row.getBoolean(1)) {
                    throw new ServerUnreachable("the database is a standby, which takes no writes");
                }
            }
        }
    }

    private void callSubscribers(PGNotification[] notifications) {
        Set<String> channels = new HashSet<>();
        for (PGNotification notification : notifications) {
            channels.add(notification.getName());
        }
        for (Subscription subscription : subscriptions) {
            if (channels.contains(subscription.channel)) {
                call(subscription);
            }
        }
    }

    private static void call(Subscription subscription) {
        try {
            subscription.callback.run();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            // Whatever a callback throws, the other callbacks are still called.
            LOG.error("whoever listens on {} failed", subscription.channel, e);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
