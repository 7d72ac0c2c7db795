package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Transaction;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.postgres.server.PoolerInTheWay;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.server.ServerUnreachable;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions need nothing of their session if a pooler may give each of them another one. */
class PoolerTest {
    private static final List<String> SETTINGS = List.of(
            "transaction_isolation",
            "transaction_read_only",
            "statement_timeout",
            "lock_timeout",
            "idle_in_transaction_session_timeout");

    @TempDir
    Path folder;

    /** A server that is reached as through a pooler. */
    private record Pooled(Server server) implements Server {
        @Override
        public DatabaseAddress address() throws ServerUnreachable {
            return server.address();
        }

        @Override
        public boolean isPooled() {
            return true;
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private static List<String> settings(Transaction transaction) {
        return SETTINGS.stream()
                .map(name -> transaction
                        .createQuery("SELECT current_setting(:name)")
                        .bind("name", name)
                        .mapTo(String.class)
                        .one())
                .toList();
    }

    @Test
    void eachTransactionBringsItsSettingsAndLeavesNothingBehind() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"))) {
            Server server = cluster.database(cluster.create());
            try (var session = new PooledDatabases(server, 2);
                    var pooled = new PooledDatabases(new Pooled(server), 2)) {
                Database expected = session.open(schema("a", "CREATE TABLE a.n (id int PRIMARY KEY)"));
                Database database = pooled.open(schema("a", "CREATE TABLE a.n (id int PRIMARY KEY)"));
                List<String> read = expected.read(PoolerTest::settings);
                assertThat(read).startsWith("repeatable read", "on");
                assertThat(database.<List<String>>read(PoolerTest::settings)).isEqualTo(read);
                assertThat(database.<List<String>>readAtOnce(PoolerTest::settings))
                        .isEqualTo(read);
                List<String> write = expected.write(PoolerTest::settings);
                assertThat(write).startsWith("read committed", "off");
                assertThat(database.<List<String>>write(PoolerTest::settings)).isEqualTo(write);
                for (int i = 0; i < 20; i++) {
                    int id = i;
                    database.write(transaction -> transaction.execute("INSERT INTO a.n VALUES (?)", id));
                }
                Integer kept = database.read(transaction -> transaction
                        .createQuery("SELECT count(*) FROM pg_prepared_statements")
                        .mapTo(Integer.class)
                        .one());
                assertThat(kept).isZero();
                try (Connection same = pooled.pool().borrow();
                        var statement = same.createStatement();
                        var row = statement.executeQuery("SELECT current_setting('statement_timeout')")) {
                    row.next();
                    assertThat(row.getString(1)).isNotEqualTo("8s");
                }
            }
        }
    }

    @Test
    void whoListensGoesAroundThePooler() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"));
                var pooled = new PooledDatabases(new Pooled(cluster.database(cluster.create())), 2)) {
            Database database = pooled.open(schema("a", "CREATE TABLE a.n (id int PRIMARY KEY)"));
            var woken = new AtomicInteger();
            try (AutoCloseable subscription = database.listen("a_news", woken::incrementAndGet)) {
                Eventually.until("it listens", () -> woken.get() > 0);
                int before = woken.get();
                database.write(transaction -> transaction.execute("SELECT pg_notify('a_news', '')"));
                Eventually.until("it is woken", () -> woken.get() > before);
            }
        }
    }

    @Test
    void aPoolerThatIgnoresTheSettingsOfSessionsIsNoticed() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"))) {
            Server server = cluster.database(cluster.create());
            try (Connection connection = new Connector(server).getConnection()) {
                Connector.requireSession(connection);
            }
            try (Connection connection =
                    Connector.ofTransactions(new Pooled(server)).getConnection()) {
                assertThatThrownBy(() -> Connector.requireSession(connection))
                        .isInstanceOf(PoolerInTheWay.class)
                        .hasMessageContaining("database.direct");
            }
        }
    }

    @Test
    void aTransactionWhoseConnectionIsCutOffIsRunAgainAtOnce() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"))) {
            PooledDatabases databases = cluster.open(cluster.create());
            Database database = databases.open(schema("a", "CREATE TABLE a.n (id int PRIMARY KEY)"));
            String end = "SELECT pg_terminate_backend(pg_backend_pid())";
            var tries = new AtomicInteger();
            Integer read = database.read(transaction -> {
                if (tries.incrementAndGet() == 1) {
                    transaction.createQuery(end).mapTo(Boolean.class).one();
                }
                return 7;
            });
            assertThat(read).isEqualTo(7);
            assertThat(tries.get()).isEqualTo(2);
            tries.set(0);
            database.write(transaction -> {
                transaction.execute("INSERT INTO a.n VALUES (1)");
                if (tries.incrementAndGet() == 1) {
                    transaction.createQuery(end).mapTo(Boolean.class).one();
                }
                return null;
            });
            assertThat(tries.get()).isEqualTo(2);
            assertThatThrownBy(() -> database.read(transaction ->
                            transaction.createQuery(end).mapTo(Boolean.class).one()))
                    .as("not for ever")
                    .isInstanceOf(DatabaseUnavailable.class);
            Integer rows = database.read(transaction -> transaction
                    .createQuery("SELECT count(*) FROM a.n")
                    .mapTo(Integer.class)
                    .one());
            assertThat(rows).isOne();
        }
    }

    @Test
    void aServerThatTakesNoWritesIsSaid() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"))) {
            Database database =
                    cluster.open(cluster.create()).open(schema("a", "CREATE TABLE a.n (id int PRIMARY KEY)"));
            assertThatThrownBy(() -> database.write(transaction -> {
                        transaction.execute("SET TRANSACTION READ ONLY");
                        return transaction.execute("INSERT INTO a.n VALUES (1)");
                    }))
                    .isInstanceOfSatisfying(
                            DatabaseUnavailable.class,
                            e -> assertThat(e.outcomeKnown()).isTrue())
                    .hasMessageContaining("takes no writes");
        }
    }
}
