package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.schema;
import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.service.HealthCheck;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.migration.Migrations;
import io.precinct.postgres.migration.Migrator;
import io.precinct.postgres.migration.RecordedMigrations;
import io.precinct.postgres.pool.Pool;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.server.Connector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationTest {
    private static final String[] STEPS = {
        "CREATE TABLE a.thing (id int PRIMARY KEY); INSERT INTO a.thing VALUES (1)",
        "ALTER TABLE a.thing ADD name text NOT NULL DEFAULT 'x'",
        "CREATE FUNCTION a.f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$; CREATE INDEX ON a.thing (name)"
    };

    @TempDir
    static Path folder;

    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.initialized(folder.resolve("postgres"));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static Schema steps(int count) {
        return schema("a", java.util.Arrays.copyOf(STEPS, count));
    }

    private static int done(Database database) {
        return database.read(transaction -> transaction
                .createQuery("SELECT count(*) FROM precinct.migration WHERE schema = 'a'")
                .mapTo(Integer.class)
                .one());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void everyEarlierSchemaLeadsToTheNewestAndKeepsItsRows(int earlier) throws Exception {
        String name = cluster.create();
        try (var before = cluster.open(name)) {
            Database database = before.open(steps(earlier));
            assertThat(done(database)).isEqualTo(earlier);
        }

        Database database = cluster.open(name).open(steps(STEPS.length));

        assertThat(done(database)).isEqualTo(STEPS.length);
        assertThat(database.<String>read(transaction -> transaction
                        .createQuery("SELECT name FROM a.thing WHERE a.f() = 1")
                        .mapTo(String.class)
                        .one()))
                .isEqualTo("x");
    }

    @Test
    void processesThatRaceMigrateOnce() throws Exception {
        String name = cluster.create();
        int processes = 4;
        var start = new CyclicBarrier(processes);
        try (var threads = Executors.newFixedThreadPool(processes)) {
            List<Future<Integer>> all = IntStream.range(0, processes)
                    .mapToObj(i -> threads.submit(() -> {
                        start.await();
                        return done(cluster.open(name).open(steps(STEPS.length)));
                    }))
                    .toList();
            for (Future<Integer> one : all) {
                assertThat(one.get()).isEqualTo(STEPS.length);
            }
        }
    }

    @Test
    void aMigrationThatWasChangedIsRefusedWithBothHashes() throws Exception {
        String name = cluster.create();
        assertThat(done(cluster.open(name).open(steps(1)))).isEqualTo(1);
        var databases = cluster.open(name);

        Database changed = databases.open(schema("a", STEPS[0] + " "));

        assertThatThrownBy(() -> done(changed))
                .isInstanceOf(DatabaseUnavailable.class)
                .hasMessageContaining("1.sql of schema a was changed after it ran");
        assertThat(databases.faults()).singleElement().asString().contains("1.sql of schema a was changed");
    }

    @Test
    void aDatabaseThatIsNewerIsRefused() throws Exception {
        String name = cluster.create();
        assertThat(done(cluster.open(name).open(steps(2)))).isEqualTo(2);

        Database older = cluster.open(name).open(steps(1));

        assertThatThrownBy(() -> done(older))
                .hasMessageContaining("the database is newer: schema a has the migration 2.sql");
    }

    private static final String EXPAND = "-- Adds a name.\n-- precinct: expand\n" + STEPS[1];
    private static final String CONTRACT = "-- precinct: contract\nALTER TABLE a.thing DROP name";

    @Test
    void anOlderVersionWorksOnADatabaseThatWasExpanded() throws Exception {
        String name = cluster.create();
        assertThat(done(cluster.open(name).open(schema("a", STEPS[0], EXPAND)))).isEqualTo(2);
        var databases = cluster.open(name);

        assertThat(done(databases.open(steps(1)))).isEqualTo(2);
        assertThat(databases.faults()).isEmpty();
        assertThat(done(databases.open(schema("a", STEPS[0], EXPAND, CONTRACT))))
                .isEqualTo(3);
        Database contracted = cluster.open(name).open(steps(1));
        assertThatThrownBy(() -> done(contracted))
                .hasMessageContaining("has the migration 3.sql")
                .hasMessageContaining("is declared as a contract");
    }

    private static final String UNKNOWN = "-- precinct: loans\n" + STEPS[1];

    /** A database in which a release recorded a declaration that this one does not know. */
    private static String recordedByAnother() throws Exception {
        String name = cluster.create();
        try (var connection = cluster.connect(name)) {
            Migrator.replay(connection, "a", 0, "1.sql", STEPS[0]);
            Migrator.replay(connection, "a", 1, "2.sql", UNKNOWN);
        }
        return name;
    }

    @Test
    void aRecordedDeclarationThatIsUnknownIsTakenForNone() throws Exception {
        try (var databases = cluster.open(recordedByAnother())) {
            Database older = databases.open(steps(1));
            assertThatThrownBy(() -> done(older))
                    .hasMessageContaining("has the migration 2.sql")
                    .hasMessageContaining("does not declare that it expands the schema");
            assertThat(databases.migrations().waiting()).isEmpty();
            assertThat(databases.faults()).singleElement().asString().contains("the database is newer");
        }
    }

    @Test
    void aCheckReadsARecordedDeclarationThatIsUnknown() throws Exception {
        try (var connection = cluster.connect(recordedByAnother())) {
            RecordedMigrations recorded = RecordedMigrations.read(connection);
            assertThat(recorded.schemas().get("a"))
                    .extracting(RecordedMigrations.Recorded::kind)
                    .containsExactly(Schema.Kind.UNDECLARED, Schema.Kind.UNDECLARED);
            Path file = Files.writeString(folder.resolve("of-a-later-release.json"), """
                    {"a": [{"name": "1.sql", "sha256": "00", "kind": "LOANS"}]}""");
            RecordedMigrations written = RecordedMigrations.read(file);
            assertThat(written).isNotNull();
            assertThat(written.schemas().get("a"))
                    .extracting(RecordedMigrations.Recorded::kind)
                    .containsExactly(Schema.Kind.UNDECLARED);
        }
    }

    @Test
    void aSchemaThatCannotBeComparedIsRefusedAndTheNextOneIsMigrated() throws Exception {
        String name = cluster.create();
        try (var connection = cluster.connect(name)) {
            Migrator.replay(connection, "a", 0, "1.sql", STEPS[0]);
        }
        try (var databases = cluster.open(name)) {
            Database broken = databases.open(new Schema("a", List.of(withoutName())));
            Database next = databases.open(schema("b", "SELECT 1"));

            assertThatThrownBy(() -> done(broken))
                    .isInstanceOf(DatabaseUnavailable.class)
                    .hasMessageContaining("schema a cannot be migrated");
            assertThat(done(next)).isEqualTo(1);
            assertThat(databases.pending()).isEmpty();
            assertThat(databases.faults()).singleElement().asString().contains("schema a cannot be migrated");
            assertThat(health(databases)).isEqualTo(HealthCheck.Status.DEGRADED);
        }
    }

    @SuppressWarnings("NullAway") // a bundle that is not checked for null may do it
    private static Schema.Migration withoutName() {
        return new Schema.Migration(null, STEPS[0]);
    }

    @Test
    void anOlderGenerationOpensBesideANewerOneIfThatOnlyExpands() throws Exception {
        var databases = cluster.open(cluster.create());
        Database newer = databases.open(schema("a", STEPS[0], EXPAND));
        assertThat(done(newer)).isEqualTo(2);

        try (var bundle = databases.ofBundle("an older one", false)) {
            assertThat(done(bundle.open(steps(1)))).isEqualTo(2);
            assertThat(bundle.verdict().status()).isEqualTo(HealthCheck.Status.UP);
        }
        assertThat(done(databases.open(schema("a", STEPS[0], EXPAND, CONTRACT))))
                .isEqualTo(3);
        try (var bundle = databases.ofBundle("org.example.older 1.0.0", false)) {
            Database refused = bundle.open(steps(1));
            assertThatThrownBy(() -> done(refused)).hasMessageContaining("the database is newer");
            assertThat(bundle.verdict().status()).isEqualTo(HealthCheck.Status.DOWN);
            assertThat(bundle.verdict().detail()).contains("the database is newer");
            assertThat(health(databases)).isEqualTo(HealthCheck.Status.UP);
            assertThat(done(newer)).isEqualTo(3);
        }
        assertThat(databases.migrations().schemas()).containsEntry("a", List.of("1.sql", "2.sql", "3.sql"));
    }

    @Test
    void aGenerationThatIsGoneIsComparedAnewWhenItComesBack() throws Exception {
        var databases = cluster.open(cluster.create());
        try (var first = databases.ofBundle("1", false)) {
            assertThat(done(first.open(steps(1)))).isEqualTo(1);
        }
        try (var second = databases.ofBundle("2", false)) {
            assertThat(done(second.open(schema("a", STEPS[0], CONTRACT.replace("DROP name", "DROP IF EXISTS name")))))
                    .isEqualTo(2);
        }
        try (var again = databases.ofBundle("org.example.first 1.0.0", false)) {
            Database refused = again.open(steps(1));
            assertThatThrownBy(() -> done(refused)).hasMessageContaining("the database is newer");
            assertThat(databases.faults())
                    .singleElement()
                    .asString()
                    .startsWith("org.example.first 1.0.0: the database is newer");
        }
        assertThat(databases.faults()).isEmpty();
    }

    @Test
    void aTrialLeavesNothingBehind() throws Exception {
        var databases = cluster.open(cluster.create());
        Database serving = databases.open(steps(1));
        assertThat(done(serving)).isEqualTo(1);

        try (var tried = databases.ofBundle("tried", true)) {
            Database database = tried.open(schema("a", STEPS[0], CONTRACT.replace("DROP name", "DROP id")));
            assertThatThrownBy(() -> done(database)).hasMessageContaining("2.sql of schema a was tried and taken back");
            assertThat(tried.verdict().status()).isEqualTo(HealthCheck.Status.DEGRADED);
        }
        try (var tried = databases.ofBundle("tried", true)) {
            Database database = tried.open(schema("a", STEPS[0], "SELECT nonsense"));
            assertThatThrownBy(() -> done(database)).hasMessageContaining("2.sql of schema a failed");
            assertThat(databases.faults()).isEmpty();
        }
        try (var tried = databases.ofBundle("tried", true)) {
            assertThat(done(tried.open(steps(1)))).isEqualTo(1);
            assertThat(tried.verdict().status()).isEqualTo(HealthCheck.Status.UP);
        }
        assertThat(serving.<Integer>read(transaction -> transaction
                        .createQuery("SELECT id FROM a.thing")
                        .mapTo(Integer.class)
                        .one()))
                .isEqualTo(1);
        assertThat(done(databases.open(steps(2)))).isEqualTo(2);
    }

    /** Each statement is shorter than the trial may be. */
    @Test
    void aTrialEndsAfterEightSecondsHoweverManyStatementsItHas() throws Exception {
        String sleep = "SELECT pg_sleep(2); SELECT pg_sleep(3)";
        try (var databases = cluster.open(cluster.create());
                var tried = databases.ofBundle("tried", true)) {
            long begin = System.nanoTime();
            tried.open(schema("a", sleep, sleep));
            assertThat(decided(tried))
                    .satisfies(
                            verdict -> assertThat(verdict.status()).isEqualTo(HealthCheck.Status.DEGRADED),
                            verdict -> assertThat(verdict.detail())
                                    .startsWith("migration 2.sql of schema a could not be tried within 8 s: "));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void aTrialThatWaitsForOthersIsNoFaultOfTheMigration() throws Exception {
        String name = cluster.create();
        try (var databases = cluster.open(name);
                var other = cluster.connect(name);
                var statement = other.createStatement();
                var tried = databases.ofBundle("tried", true)) {
            assertThat(done(databases.open(steps(1)))).isEqualTo(1);
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE a.thing IN ACCESS SHARE MODE");
            tried.open(steps(2));
            HealthCheck.Verdict verdict = decided(tried);
            assertThat(verdict.status()).isEqualTo(HealthCheck.Status.DEGRADED);
            assertThat(verdict.detail())
                    .startsWith("migration 2.sql of schema a could not be tried, since others held what it needs");
            other.rollback();
        }
    }

    @Test
    void whatNeedsACommittedMigrationCannotBeTriedAndIsNoFaultOfTheMigration() throws Exception {
        String[] kinds = {
            "CREATE TYPE a.kind AS ENUM ('one')",
            "ALTER TYPE a.kind ADD VALUE 'two'",
            "CREATE TABLE a.thing (kind a.kind NOT NULL DEFAULT 'two')"
        };
        try (var databases = cluster.open(cluster.create())) {
            assertThat(done(databases.open(schema("a", kinds[0])))).isEqualTo(1);
            try (var tried = databases.ofBundle("tried", true)) {
                tried.open(schema("a", kinds));
                HealthCheck.Verdict verdict = decided(tried);
                assertThat(verdict.status()).isEqualTo(HealthCheck.Status.DEGRADED);
                assertThat(verdict.detail())
                        .startsWith("migration 3.sql of schema a could not be tried in one transaction");
            }
            try (var tried = databases.ofBundle("tried", true)) {
                tried.open(schema("a", kinds[0], kinds[1] + ";" + kinds[2]));
                assertThat(decided(tried).status())
                        .as("a deployment fails, too")
                        .isEqualTo(HealthCheck.Status.DOWN);
            }
            assertThat(done(databases.open(schema("a", kinds)))).isEqualTo(3);
        }
    }

    private static HealthCheck.Verdict decided(PooledDatabases.OfBundle bundle) {
        until("it is decided", () -> bundle.verdict().status() != HealthCheck.Status.WAITING);
        return bundle.verdict();
    }

    @Test
    void aMigrationThatDeclaresSomethingElseIsRefusedByName() {
        assertThatThrownBy(() -> schema("a", "-- precinct: exapnd\nSELECT 1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1.sql declares 'precinct: exapnd'")
                .hasMessageContaining("precinct: contract");
        assertThat(schema("a", "\n--precinct:expand\nSELECT 1")
                        .migrations()
                        .getFirst()
                        .kind())
                .isEqualTo(Schema.Kind.EXPAND);
        assertThat(schema("a", "SELECT 1; -- precinct: expand")
                        .migrations()
                        .getFirst()
                        .kind())
                .isEqualTo(Schema.Kind.UNDECLARED);
        assertThat(schema("a", "SELECT 1;\n-- precinct: expand")
                        .migrations()
                        .getFirst()
                        .kind())
                .isEqualTo(Schema.Kind.UNDECLARED);
    }

    @Test
    void aMigrationThatFailsLeavesNothingOfItself() throws Exception {
        String name = cluster.create();
        Database broken =
                cluster.open(name).open(schema("a", STEPS[0], "CREATE TABLE a.other (id int); SELECT nonsense"));
        assertThatThrownBy(() -> done(broken)).hasMessageContaining("2.sql of schema a failed");

        Database mended = cluster.open(name).open(schema("a", STEPS[0], "CREATE TABLE a.other (id int)"));

        assertThat(done(mended)).isEqualTo(2);
    }

    @Test
    void aNewerGenerationBringsFurtherMigrationsAndAnotherDomainsNameIsRefused() throws Exception {
        var databases = cluster.open(cluster.create());
        assertThat(done(databases.open(steps(1)))).isEqualTo(1);

        assertThat(done(databases.open(steps(3)))).isEqualTo(3);
        assertThatThrownBy(() -> databases.open(schema("a", "SELECT 1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("already open with other migrations");
    }

    private static HealthCheck.Status health(PooledDatabases databases) {
        var health = new DatabaseHealth();
        health.watch(databases);
        return health.check().status();
    }

    @Test
    void aNewerGenerationThatFailsLeavesTheDatabaseToTheOlderOneAndCanBeMended() throws Exception {
        var databases = cluster.open(cluster.create());
        Database older = databases.open(steps(1));
        assertThat(done(older)).isEqualTo(1);

        Database broken = databases.open(schema("a", STEPS[0], "SELECT nonsense"));
        assertThatThrownBy(() -> done(broken)).hasMessageContaining("2.sql of schema a failed");

        assertThat(databases.faults()).isEmpty();
        assertThat(health(databases)).isEqualTo(HealthCheck.Status.UP);
        assertThat(done(older)).isEqualTo(1);
        assertThat(done(databases.open(steps(2)))).isEqualTo(2);
    }

    @Test
    void aSchemaThatFailedAtFirstCanBeMended() throws Exception {
        var databases = cluster.open(cluster.create());
        Database broken = databases.open(schema("a", STEPS[0], "SELECT nonsense"));
        assertThatThrownBy(() -> done(broken)).hasMessageContaining("2.sql of schema a failed");
        assertThat(health(databases)).isEqualTo(HealthCheck.Status.DEGRADED);

        assertThat(done(databases.open(steps(2)))).isEqualTo(2);
        assertThat(health(databases)).isEqualTo(HealthCheck.Status.UP);
    }

    @Test
    void aSchemaThatFailedIsNoProblemOnceEveryBundleThatOpenedItHasStopped() throws Exception {
        var databases = cluster.open(cluster.create());
        Schema broken = schema("a", "SELECT nonsense");
        try (var refused = databases.ofBundle("a bundle", false)) {
            try (var other = databases.ofBundle("a bundle", false)) {
                other.open(broken);
                Database same = refused.open(broken);
                assertThatThrownBy(() -> done(same)).hasMessageContaining("1.sql of schema a failed");
            }
            assertThat(health(databases)).isEqualTo(HealthCheck.Status.DEGRADED);
        }

        assertThat(databases.faults()).isEmpty();
        assertThat(health(databases)).isEqualTo(HealthCheck.Status.UP);
    }

    @Test
    void aSchemaThatFailedIsNoProblemOnceTheBundleThatOpenedItTwiceHasStopped() throws Exception {
        var databases = cluster.open(cluster.create());
        try (var bundle = databases.ofBundle("a bundle", false)) {
            bundle.open(schema("a", "SELECT nonsense"));
            Database again = bundle.open(schema("a", "SELECT nonsense"));
            assertThatThrownBy(() -> done(again)).hasMessageContaining("1.sql of schema a failed");
        }
        assertThat(databases.faults()).isEmpty();
    }

    @Test
    void aSchemaThatFailsAfterItsBundleStoppedIsNoProblem() throws Exception {
        var availability = new ServerAvailability();
        try (var pool = new Pool(new Connector(cluster.database(cluster.create())), 2, availability);
                var migrations = new Migrations(pool::borrow, availability, () -> {})) {
            migrations.release(migrations.add(schema("a", "SELECT nonsense"), "a bundle"));
            availability.answered();
            migrations.serverAvailable();

            until("it failed", () -> migrations.waiting().isEmpty());
            assertThat(migrations.problems()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"40P01", "40001"})
    void aMigrationThatTheDatabaseAsksToRepeatIsRepeated(String state) throws Exception {
        String name = cluster.create();
        try (var connection = cluster.connect(name);
                var statement = connection.createStatement()) {
            statement.execute("CREATE SEQUENCE tries"); // it also counts attempts that are rolled back
        }
        Database database = cluster.open(name).open(schema("a", """
                DO $$ BEGIN IF nextval('public.tries') = 1 THEN
                    RAISE 'a test wants it so' USING ERRCODE = '%s';
                END IF; END $$""".formatted(state)));

        assertThat(done(database)).isEqualTo(1);
    }

    @Test
    void aGenerationThatIsOvertakenWhileItWaitsIsThereWithTheNewerOne() throws Exception {
        var availability = new ServerAvailability();
        try (var pool = new Pool(new Connector(cluster.database(cluster.create())), 2, availability);
                var migrations = new Migrations(pool::borrow, availability, () -> {})) {
            Migrations.Progress older = migrations.add(steps(1), "a bundle");
            migrations.add(steps(2), "a bundle");
            availability.answered();
            migrations.serverAvailable();

            older.await(availability);
            assertThat(migrations.schemas()).containsEntry("a", List.of("1.sql", "2.sql"));
        }
    }

    @ParameterizedTest
    @MethodSource("whatMayBeThrown")
    void nothingThatIsThrownEndsTheMigrations(Runnable thrower) throws Exception {
        var availability = new ServerAvailability();
        var calls = new AtomicInteger();
        try (var pool = new Pool(new Connector(cluster.database(cluster.create())), 2, availability);
                var migrations = new Migrations(pool::borrow, availability, () -> {
                    calls.incrementAndGet();
                    thrower.run();
                })) {
            availability.answered();
            migrations.add(steps(1), "a bundle");
            until("somebody was told, and failed", () -> calls.get() == 1);
            migrations.add(schema("b", "SELECT 1"), "a bundle");
            until(
                    "the next schema is there all the same",
                    () -> migrations.waiting().isEmpty());
        }
    }

    static Stream<Runnable> whatMayBeThrown() {
        return Stream.of(
                () -> {
                    throw new IllegalStateException("a test wants it so");
                },
                () -> {
                    throw new NoClassDefFoundError("a test wants it so");
                });
    }

    @Test
    void nobodyWaitsForASchemaThatIsGivenUp() throws Exception {
        try (var databases = new PooledDatabases(new UnopenedServer(), 2)) {
            Database database = databases.open(steps(1));
            var failure = new CompletableFuture<Throwable>();
            Thread waiting = Thread.ofPlatform().daemon().start(() -> {
                try {
                    done(database);
                } catch (RuntimeException e) {
                    failure.complete(e);
                }
            });
            until(
                    () -> "it waits for the schema: " + waiting.getState(),
                    () -> waiting.getState() == Thread.State.TIMED_WAITING);
            databases.giveUp("the service is stopping");
            assertThat(failure.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(DatabaseUnavailable.class)
                    .hasMessage("the service is stopping");
            Database later = databases.open(schema("later", "CREATE TABLE later.thing (id int)"));
            assertThatThrownBy(() -> done(later))
                    .isInstanceOf(DatabaseUnavailable.class)
                    .hasMessage("the service is stopping");
        }
    }
}
