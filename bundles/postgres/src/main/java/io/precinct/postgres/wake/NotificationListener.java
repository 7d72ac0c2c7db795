package io.precinct.postgres.wake;

import io.precinct.core.api.thread.LongLived;
import io.precinct.postgres.pool.SqlFaults;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.ServerUnreachable;
import java.sql.Connection;
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
 * Keeps one connection that listens for notifications, and so is the first to know that the server is gone, or back.
 * Thread-safe; has a thread of its own.
 */
public final class NotificationListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);
    private static final Pattern IDENTIFIER = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    /** How long a new subscription may wait for its LISTEN. */
    private static final int ROUND_MILLIS = 200;

    private static final Duration TRUST = Duration.ofSeconds(5);
    private static final int VALID_SECONDS = 2;
    /** A start takes some; five seconds of them are worth a line. */
    private static final int SILENT_FAILURES = 25;

    private final Connector connector;
    private final ServerAvailability gate;
    private final Runnable gone;
    private final Runnable back;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final LongAdder connects = new LongAdder();
    private final Thread thread;
    private volatile boolean closed;
    private int failures;

    /** By identity: two may be alike. */
    private static final class Subscription {
        private final String channel;
        private final Runnable wake;

        Subscription(String channel, Runnable wake) {
            this.channel = channel;
            this.wake = wake;
        }
    }

    /**
     * Watches the server.
     *
     * @param gone called when the server does not answer any more
     * @param back called when it answers, the first time included
     */
    public NotificationListener(Connector connector, ServerAvailability gate, Runnable gone, Runnable back) {
        this.connector = connector;
        this.gate = gate;
        this.gone = gone;
        this.back = back;
        this.thread = LongLived.start("precinct-database-watch", LOG::error, this::run);
    }

    /** As {@code Database.listen}. */
    public AutoCloseable subscribe(String channel, Runnable wake) {
        if (!IDENTIFIER.matcher(channel).matches()) {
            throw new IllegalArgumentException("a channel is an SQL identifier in lower case, got '" + channel + "'");
        }
        var subscription = new Subscription(channel, wake);
        subscriptions.add(subscription);
        return () -> subscriptions.removeIf(one -> one == subscription);
    }

    /** How often the server was connected to so far. */
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
            connects.increment();
            if (gate.open()) {
                back.run();
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
        if (gate.close(reason(thrown))) {
            failures = 0;
            LOG.warn("the database is lost: {}", thrown.getMessage());
            gone.run();
        } else if (++failures == SILENT_FAILURES) {
            LOG.warn("the database is still not there: {}", thrown.getMessage());
        } else {
            LOG.debug("the database is not there", thrown);
        }
        pause();
    }

    private void pause() {
        try {
            Thread.sleep(ROUND_MILLIS);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** Without addresses: it reaches clients. */
    private static String reason(Exception thrown) {
        SQLException found = SqlFaults.sql(thrown);
        if (found instanceof ServerUnreachable) {
            return String.valueOf(found.getMessage());
        }
        boolean refused = found != null && String.valueOf(found.getSQLState()).startsWith("28");
        return refused ? "the database refuses the user" : "the database is not reachable";
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection postgres = connection.unwrap(PGConnection.class);
        Set<Subscription> told = new HashSet<>();
        Set<String> listening = new HashSet<>();
        long checked = System.nanoTime();
        while (!closed) {
            for (Subscription subscription : subscriptions) {
                if (told.add(subscription)) {
                    if (listening.add(subscription.channel)) {
                        run(connection, "LISTEN " + subscription.channel);
                    }
                    wake(subscription); // what was notified before this LISTEN is lost
                }
            }
            told.retainAll(subscriptions);
            PGNotification[] heard = postgres.getNotifications(ROUND_MILLIS);
            if (heard != null && heard.length > 0) {
                wake(heard);
                checked = System.nanoTime();
            }
            // Whoever found the server gone may be wrong; a connection that works is the proof.
            if (gate.reason() != null || System.nanoTime() - checked > TRUST.toNanos()) {
                if (!connection.isValid(VALID_SECONDS)) {
                    throw new SQLException("the connection that listens is dead", "08006");
                }
                checked = System.nanoTime();
                gate.open();
            }
        }
    }

    private void wake(PGNotification[] heard) {
        Set<String> channels = new HashSet<>();
        for (PGNotification notification : heard) {
            channels.add(notification.getName());
        }
        for (Subscription subscription : subscriptions) {
            if (channels.contains(subscription.channel)) {
                wake(subscription);
            }
        }
    }

    private static void wake(Subscription subscription) {
        try {
            subscription.wake.run();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            // Whatever one of them throws, the others are woken.
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
