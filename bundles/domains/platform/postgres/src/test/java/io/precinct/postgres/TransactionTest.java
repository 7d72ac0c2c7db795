package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.schema;
import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.service.HealthCheck;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Transaction;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionTest {
    @TempDir
    static Path folder;

    private static TestCluster cluster;
    private PooledDatabases databases;
    private Database database;

    @BeforeAll
    static void start() {
        cluster = TestCluster.initialized(folder.resolve("postgres"));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void open() throws Exception {
        databases = cluster.open(cluster.create());
        database = databases.open(
                schema("a", "CREATE TABLE a.n (id int PRIMARY KEY, v int); INSERT INTO a.n VALUES (1, 0), (2, 0)"));
    }

    private static int value(Transaction transaction, int id) {
        return transaction
                .createQuery("SELECT v FROM a.n WHERE id = :id")
                .bind("id", id)
                .mapTo(Integer.class)
                .one();
    }

    private int value(int id) {
        return database.read(transaction -> value(transaction, id));
    }

    @Test
    void aFullDiskIsToldByTheHealthUntilAWriteFindsRoom() {
        var health = new DatabaseHealth();
        health.watch(databases);
        assertThatThrownBy(() -> database.write(transaction -> transaction.execute(
                        "DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$")))
                .isInstanceOf(DatabaseUnavailable.class)
                .hasMessageContaining("the disk of the database is full");

        assertThat(value(1)).as("reads go on").isZero();
        assertThat(health.check().status()).isEqualTo(HealthCheck.Status.UP);
        assertThat(health.check().detail()).startsWith("the disk of the database is full: reads go on");
        assertThat(health.check().facts()).containsEntry("disk_full", true);

        database.write(transaction -> transaction.execute("UPDATE a.n SET v = 1 WHERE id = 1"));
        assertThat(health.check().detail()).isEqualTo("every schema is there");
    }

    @Test
    void aReadHasOneSnapshotAndCannotWrite() {
        database.<Void>read(transaction -> {
            int before = value(transaction, 1);
            database.write(other -> other.execute("UPDATE a.n SET v = v + 1 WHERE id = 1"));
            assertThat(value(transaction, 1)).isEqualTo(before);
            return null;
        });
        assertThat(value(1)).isEqualTo(1);

        assertThatThrownBy(() -> database.read(transaction -> transaction.execute("UPDATE a.n SET v = 9")))
                .hasMessageContaining("read-only");
        assertThat(value(1)).isEqualTo(1);
    }

    @Test
    void statementsThatAreSentTogetherHaveOneSnapshot() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var other = databases.pool().borrow();
                var lock = other.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(77)");
            Future<List<Integer>> reading = threads.submit(() -> database.readAtOnce(transaction -> together(
                    transaction,
                    "SELECT v FROM a.n, pg_advisory_lock_shared(77) WHERE id = 1;\nSELECT v FROM a.n WHERE id = 1;\n"
                            + "SELECT 0 FROM pg_advisory_unlock_shared(77)")));
            until("the first statement has its snapshot and waits", () -> 1 == waiting());
            database.write(transaction -> transaction.execute("UPDATE a.n SET v = v + 1 WHERE id = 1"));
            lock.execute("SELECT pg_advisory_unlock(77)");
            assertThat(reading.get()).containsExactly(0, 0, 0);
        }
        assertThat(value(1)).isEqualTo(1);
    }

    private int waiting() {
        return database.read(transaction -> transaction
                .createQuery("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted")
                .mapTo(Integer.class)
                .one());
    }

    private static List<Integer> together(Transaction transaction, String sql) {
        try (var statement = transaction.connection().prepareStatement(sql)) {
            var values = new ArrayList<Integer>();
            for (boolean more = statement.execute(); more; more = statement.getMoreResults()) {
                try (var rows = statement.getResultSet()) {
                    rows.next();
                    values.add(rows.getInt(1));
                }
            }
            return values;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void timesAndTextsAreBoundWithTheTypesOfTheirColumns() {
        assertThat(type(Instant.EPOCH)).isEqualTo("timestamp with time zone");
        assertThat(type(new String[] {"a"})).isEqualTo("text[]");
    }

    private String type(Object argument) {
        return database.read(transaction -> transaction
                .select("SELECT pg_typeof(?)::text", argument)
                .mapTo(String.class)
                .one());
    }

    @Test
    void whatTheWorkThrowsRollsBackAndArrivesAsItIs() {
        var own = new IllegalArgumentException("mine");

        assertThatThrownBy(() -> database.write(transaction -> {
                    transaction.execute("UPDATE a.n SET v = 7");
                    throw own;
                }))
                .isSameAs(own);

        assertThat(value(1)).isZero();
        assertThatThrownBy(() -> database.write(transaction -> transaction.execute("INSERT INTO a.n VALUES (1, 1)")))
                .isNotInstanceOf(DatabaseUnavailable.class)
                .hasRootCauseInstanceOf(SQLException.class);
    }

    @Test
    void aDeadlockIsTriedAgain() throws Exception {
        var meet = new CyclicBarrier(2);
        var tries = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(2)) {
            List<Future<Integer>> both = new ArrayList<>();
            for (int first = 1; first <= 2; first++) {
                int one = first;
                both.add(threads.submit(() -> database.write(transaction -> {
                    transaction.execute("UPDATE a.n SET v = v + 1 WHERE id = ?", one);
                    if (tries.incrementAndGet() <= 2) {
                        meet(meet);
                    }
                    return transaction.execute("UPDATE a.n SET v = v + 1 WHERE id = ?", 3 - one);
                })));
            }
            for (Future<Integer> one : both) {
                assertThat(one.get()).isEqualTo(1);
            }
        }
        assertThat(value(1)).isEqualTo(2);
        assertThat(value(2)).isEqualTo(2);
        assertThat(databases.pool().figures().retries()).isPositive();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void morePeopleThanConnectionsAllGetTheirTurn() throws Exception {
        int connections = databases.pool().figures().size();
        int people = 6 * connections;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> all = new ArrayList<>();
            database.<Void>write(transaction -> {
                transaction.execute(
                        "UPDATE a.n SET v = 0 WHERE id = 1"); // another writer waits for the end of this one
                for (int i = 0; i < people; i++) {
                    all.add(threads.submit(
                            () -> database.write(other -> other.execute("UPDATE a.n SET v = v + 1 WHERE id = 1"))));
                }
                awaitWaiting(people - (connections - 1));
                return null;
            });
            for (Future<Integer> one : all) {
                assertThat(one.get()).isEqualTo(1);
            }
        }
        assertThat(value(1)).isEqualTo(people);
    }

    private void awaitWaiting(int people) {
        until(
                "all but those who have a connection wait",
                () -> databases.pool().figures().waiting() == people);
    }

    @Test
    void aStatementThatTakesTooLongIsUnavailableAndNotLost() {
        assertThatThrownBy(() -> database.write(transaction -> {
                    transaction.execute("SET LOCAL statement_timeout = 50");
                    return transaction.execute("SELECT pg_sleep(60)");
                }))
                .isInstanceOfSatisfying(
                        DatabaseUnavailable.class,
                        e -> assertThat(e.outcomeKnown()).isTrue());
    }

    @Test
    void aNotificationWakesThoseThatListen() throws Exception {
        var woken = new AtomicInteger();
        try (AutoCloseable subscription = database.listen("a_news", woken::incrementAndGet)) {
            // at least once: the callback also runs whenever the listening connection is replaced
            until("the first wake-up, which says that it listens", () -> woken.get() >= 1);
            int before = woken.get();
            database.write(transaction -> transaction.execute("SELECT pg_notify('a_news', '')"));
            until("the wake-up of the notification", () -> woken.get() > before);
        }
    }

    @Test
    void whateverOneThrowsWhoListensTheOthersAreWoken() throws Exception {
        var woken = new AtomicInteger();
        try (AutoCloseable broken = database.listen("a_news", () -> {
                    throw new NoClassDefFoundError("a test wants it so");
                });
                AutoCloseable subscription = database.listen("a_news", woken::incrementAndGet)) {
            until("the first wake-up, which says that it listens", () -> woken.get() == 1);
            database.write(transaction -> transaction.execute("SELECT pg_notify('a_news', '')"));
            until("the wake-up of the notification", () -> woken.get() == 2);
            assertThat(databases.reconnects()).isZero();
        }
    }

    @Test
    void anErrorOfTheJvmDoesNotEndTheWatch() throws Exception {
        var woken = new AtomicInteger();
        try (AutoCloseable subscription = database.listen("a_news", () -> {
            if (woken.incrementAndGet() == 1) {
                throw new OutOfMemoryError("a test wants it so");
            }
        })) {
            until("it is woken again, because it may have missed something", () -> woken.get() == 2);
            database.write(transaction -> transaction.execute("SELECT pg_notify('a_news', '')"));
            until("the wake-up of the notification", () -> woken.get() == 3);
        }
    }
}
