package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.schema;
import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.service.HealthCheck;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutageTest {
    private static final String TABLE = "CREATE TABLE a.n (id int PRIMARY KEY)";

    @TempDir
    Path folder;

    @Test
    void aServerThatIsKilledUnderLoadLosesNoAcknowledgedWriteAndServiceResumes() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"))) {
            PooledDatabases databases = cluster.open(cluster.create());
            Database database = databases.open(schema("a", TABLE));
            Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
            var numbers = new AtomicInteger();
            var end = new AtomicBoolean();
            try (var threads = Executors.newFixedThreadPool(4)) {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    all.add(threads.submit(() -> {
                        while (!end.get()) {
                            int number = numbers.incrementAndGet();
                            try {
                                database.write(
                                        transaction -> transaction.execute("INSERT INTO a.n VALUES (?)", number));
                                acknowledged.add(number);
                                database.read(transaction -> transaction
                                        .createQuery("SELECT max(id) FROM a.n")
                                        .mapTo(Integer.class)
                                        .one());
                            } catch (DatabaseUnavailable e) {
                                // Told, and not acknowledged.
                            }
                        }
                    }));
                }
                for (int round = 0; round < 3; round++) {
                    int enough = acknowledged.size() + 50;
                    until("writes are acknowledged again", () -> acknowledged.size() >= enough);
                    long before = databases.reconnects();
                    cluster.postgres().process().orElseThrow().destroyForcibly();
                    until("the server is back", () -> databases.reconnects() > before);
                }
                int enough = acknowledged.size() + 50;
                until("writes are acknowledged again", () -> acknowledged.size() >= enough);
                end.set(true);
                for (Future<?> one : all) {
                    one.get();
                }
            }
            List<Integer> there = database.read(transaction -> transaction
                    .createQuery("SELECT id FROM a.n")
                    .mapTo(Integer.class)
                    .list());
            assertThat(there).containsAll(acknowledged);
        }
    }

    @Test
    void whoListensIsWokenAfterAnOutage() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"))) {
            var databases = cluster.open(cluster.create());
            Database database = databases.open(schema("a", TABLE));
            var woken = new AtomicInteger();
            try (AutoCloseable subscription = database.listen("a_news", woken::incrementAndGet)) {
                until("it listens", () -> woken.get() > 0);
                int before = woken.get();
                cluster.postgres().process().orElseThrow().destroyForcibly();
                until("it is woken, because it may have missed something", () -> woken.get() > before);
                assertThat(databases.reconnects()).isPositive();
            }
        }
    }

    @Test
    void aServerThatIsGoneIsSaidAtOnceAndWithoutItsAddress() throws Exception {
        try (var cluster = TestCluster.initialized(folder.resolve("postgres"))) {
            var databases = cluster.open(cluster.create());
            Database database = databases.open(schema("a", TABLE));
            assertThat(database.<Integer>read(transaction -> transaction
                            .createQuery("SELECT 1")
                            .mapTo(Integer.class)
                            .one()))
                    .isEqualTo(1);
            databases.open(schema("b", "SELECT nonsense"));
            var health = new DatabaseHealth();
            health.watch(databases);
            until("a schema failed", () -> health.check().status() == HealthCheck.Status.DEGRADED);
            cluster.postgres().close();
            until("the loss is noticed", () -> databases.absence().isPresent());
            // A schema that failed does not hide that there is no database: /ready is 503 again.
            assertThat(health.check().status()).isEqualTo(HealthCheck.Status.WAITING);

            assertThatThrownBy(() -> database.read(transaction -> 1))
                    .isInstanceOfSatisfying(DatabaseUnavailable.class, e -> {
                        assertThat(e.outcomeKnown()).isTrue();
                        assertThat(e.getMessage()).doesNotContain("127.0.0.1");
                    });
        }
    }
}
