package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.schema;
import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.backup.Backup;
import io.precinct.postgres.backup.Restore;
import io.precinct.postgres.migration.Migrator;
import io.precinct.postgres.migration.RecordedMigrations;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.server.ServerUnreachable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

class BackupTest {
    private static final String[] STEPS = {"""
        CREATE TABLE a.owner (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, best bigint);
        CREATE TABLE a.pet (name text PRIMARY KEY, owner bigint NOT NULL REFERENCES a.owner,
            size int GENERATED ALWAYS AS (length(name)) STORED);
        ALTER TABLE a.owner ADD FOREIGN KEY (name) REFERENCES a.pet DEFERRABLE INITIALLY DEFERRED;
        CREATE SEQUENCE a.never_used;
        INSERT INTO a.owner (name) VALUES (NULL)""", "ALTER TABLE a.pet ADD colour text NOT NULL DEFAULT 'grey'"};
    private static final Schema OLD = schema("a", STEPS[0]);
    private static final Schema NEW = schema("a", STEPS);

    @TempDir
    static Path folder;

    private static TestCluster cluster;

    @TempDir
    Path temporary;

    @BeforeAll
    static void start() {
        cluster = TestCluster.initialized(folder.resolve("postgres"));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static List<String> pets(Database database) {
        return database.read(transaction -> transaction
                .createQuery("SELECT name || size FROM a.pet ORDER BY name")
                .mapTo(String.class)
                .list());
    }

    @Test
    void aFreshFolderHoldsAfterARestoreWhatTheBackupHeldAndLaterMigrationsRunThen() throws Exception {
        String name = cluster.create();
        Database database = cluster.open(name).open(OLD);
        database.<Integer>write(transaction -> {
            transaction.execute("INSERT INTO a.owner (name) VALUES ('Rex')");
            transaction.execute("INSERT INTO a.pet VALUES ('Rex', 2), (E'tab\\t\\\\ and\\nline ö', 2)");
            return transaction.execute("DELETE FROM a.owner WHERE id = 1");
        });
        Path data = Files.createDirectories(temporary.resolve("data/ingest")).getParent();
        Files.writeString(data.resolve("ingest/case.json"), "{}");
        Files.createFile(
                data.resolve("users"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(data.resolve("run.json"), "secret");
        Path file = temporary.resolve("a.backup");

        Backup.Written written = Backup.write(new Connector(cluster.database(name)), data, file);

        assertThat(written.tables()).isEqualTo(2);
        assertThat(written.rows()).isEqualTo(3);
        assertThat(written.files()).isEqualTo(2);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        Path restored = temporary.resolve("restored");
        try (var fresh = TestCluster.initialized(restored.resolve("postgres"))) {
            until("the fresh server is up", fresh::up);
            Restore.read(new Connector(fresh.database("postgres")), restored, file);

            Database again = fresh.open("postgres").open(NEW);
            assertThat(again.<Long>write(transaction -> transaction
                            .createQuery("INSERT INTO a.owner (name) VALUES (NULL) RETURNING id")
                            .mapTo(Long.class)
                            .one()))
                    .isEqualTo(3);
            assertThat(pets(again)).isEqualTo(pets(database)).hasSize(2);
            assertThat(again.<List<Long>>read(transaction -> transaction
                            .createQuery("SELECT id FROM a.owner ORDER BY id")
                            .mapTo(Long.class)
                            .list()))
                    .containsExactly(2L, 3L);
        }
        assertThat(restored.resolve("ingest/case.json")).hasContent("{}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(restored.resolve("users"))))
                .isEqualTo("rw-------");
        assertThat(restored.resolve("run.json")).doesNotExist();
    }

    @Test
    void aBackupWhileOthersWriteIsOfOneMoment() throws Exception {
        String name = cluster.create();
        Database database =
                cluster.open(name).open(schema("b", "CREATE TABLE b.one (n int); CREATE TABLE b.two (n int)"));
        var written = new AtomicInteger();
        var end = new AtomicBoolean();
        Path file = temporary.resolve("b.backup");
        try (var threads = Executors.newSingleThreadExecutor()) {
            var writer = threads.submit(() -> {
                while (!end.get()) {
                    int n = written.incrementAndGet();
                    database.write(transaction -> transaction.execute("INSERT INTO b.one VALUES (?)", n)
                            + transaction.execute("INSERT INTO b.two VALUES (?)", n));
                }
            });
            until("some are written", () -> written.get() > 20);
            Backup.write(new Connector(cluster.database(name)), temporary.resolve("none"), file);
            end.set(true);
            writer.get();
        }
        String copy = cluster.create();
        Restore.read(new Connector(cluster.database(copy)), temporary.resolve("restored"), file);

        Database restored =
                cluster.open(copy).open(schema("b", "CREATE TABLE b.one (n int); CREATE TABLE b.two (n int)"));
        List<Integer> counts = restored.read(transaction -> transaction
                .createQuery("SELECT count(*) FROM b.one UNION ALL SELECT count(*) FROM b.two")
                .mapTo(Integer.class)
                .list());
        assertThat(counts.getFirst()).isEqualTo(counts.getLast()).isGreaterThan(10);
    }

    @Test
    void whatIsNoBackupIsRefusedAndAFileIsNeverOverwritten() throws Exception {
        String name = cluster.create();
        Path file = Files.writeString(temporary.resolve("x"), "nonsense");
        var connector = new Connector(cluster.database(name));

        assertThatThrownBy(() -> Restore.read(connector, temporary, file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no backup");
        assertThatThrownBy(() -> Backup.write(connector, temporary, file)).hasMessageContaining("is there already");
        assertThat(file).hasContent("nonsense");
    }

    @Test
    void aDatabaseWithoutAnySchemaHasABackupToo() throws Exception {
        Path file = temporary.resolve("empty");
        Backup.write(new Connector(cluster.database(cluster.create())), temporary.resolve("none"), file);

        Restore.read(new Connector(cluster.database(cluster.create())), temporary.resolve("restored"), file);
    }

    @Test
    void aBackupBringsBackAMigrationWhoseDeclarationThisVersionDoesNotKnow() throws Exception {
        String name = cluster.create();
        try (var connection = cluster.connect(name)) {
            Migrator.replay(connection, "c", 0, "1.sql", "-- precinct: loans\nCREATE TABLE c.thing (id int)");
        }
        Path file = temporary.resolve("c.backup");
        Backup.write(new Connector(cluster.database(name)), temporary.resolve("none"), file);
        String copy = cluster.create();

        Restore.read(new Connector(cluster.database(copy)), temporary.resolve("restored"), file);

        try (var before = cluster.connect(name);
                var after = cluster.connect(copy)) {
            assertThat(RecordedMigrations.read(after))
                    .isEqualTo(RecordedMigrations.read(before))
                    .satisfies(read -> assertThat(read.schemas().get("c")).hasSize(1));
        }
    }

    @Test
    void aBackupWithoutItsEndIsRefusedWhereverItIsCutOff() throws Exception {
        Path file = temporary.resolve("whole");
        Backup.write(new Connector(cluster.database(cluster.create())), temporary.resolve("none"), file);
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 10, whole.length / 2, whole.length - 30, whole.length - 1}) {
            Path cut = Files.write(temporary.resolve("cut"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Restore.requireWhole(cut))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(cut + " is no backup, or it is damaged");
        }
        Restore.requireWhole(file);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    /** Writes a backup of a database with a used sequence, and of this data folder. */
    private Path backup(Path data) throws Exception {
        String name = cluster.create();
        cluster.open(name)
                .open(OLD)
                .<Integer>write(transaction -> transaction.execute("INSERT INTO a.owner (name) VALUES (NULL)"));
        Path file = temporary.resolve("a.backup");
        Backup.write(new Connector(cluster.database(name)), data, file);
        return file;
    }

    @Test
    void aRestoreIsNotCutOffHoweverLongItUnpacksDataFiles() throws Exception {
        Path data = Files.createDirectories(temporary.resolve("data"));
        byte[] large = random(30_000);
        Files.write(data.resolve("large"), large);
        byte[] whole = Files.readAllBytes(backup(data));
        Path pipe = temporary.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        String copy = cluster.create();
        var connector = new Connector(impatient(cluster.database(copy)));
        Path restored = temporary.resolve("restored");
        try (var threads = Executors.newSingleThreadExecutor()) {
            Future<Boolean> restoring;
            try (var slow = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                restoring = threads.submit(() -> {
                    Restore.read(connector, restored, pipe);
                    return true;
                });
                slow.write(ByteBuffer.wrap(whole, 0, whole.length - 10_000));
                until(
                        "its transaction waits for the rest of the data file",
                        () -> count("datname = '" + copy + "' AND state = 'idle in transaction' AND query LIKE"
                                        + " '%setval%'")
                                == 1);
                try (Connection later = connector.getConnection()) {
                    later.setAutoCommit(false);
                    int pid = later.unwrap(PGConnection.class).getBackendPID();
                    later.createStatement().execute("SELECT 1");
                    until("a transaction that is idle for less long is cut off", () -> count("pid = " + pid) == 0);
                }
                slow.write(ByteBuffer.wrap(whole, whole.length - 10_000, 10_000));
            }
            assertThat(restoring.get()).isTrue();
        }
        assertThat(restored.resolve("large")).hasBinaryContent(large);
        assertThat(pets(cluster.open(copy).open(OLD))).isEmpty();
    }

    /**
     * Allows idle transactions only for a moment. The driver prefers parameters of the URL to parameters of its caller.
     */
    private static Server impatient(Server server) {
        return new Server() {
            @Override
            public DatabaseAddress address() throws ServerUnreachable {
                DatabaseAddress found = server.address();
                String url = found.url() + "?options=-c%20idle_in_transaction_session_timeout%3D300";
                return new DatabaseAddress(url, found.user(), found.password());
            }

            @Override
            public Optional<String> problem() {
                return server.problem();
            }

            @Override
            public void close() {
                // the cluster closes it
            }
        };
    }

    private static int count(String sessions) {
        try (Connection connection = cluster.connect("postgres");
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE " + sessions)) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRestoreThatFailsLeavesNoDataFiles() throws Exception {
        Path data = temporary.resolve("data");
        Files.createDirectories(data.resolve("ingest"));
        Files.write(data.resolve("ingest/one"), random(20_000));
        Files.write(data.resolve("two"), random(20_000));
        Path file = backup(data);
        byte[] whole = Files.readAllBytes(file);
        Path restored = Files.createDirectories(temporary.resolve("restored"));

        Path damaged = Files.write(temporary.resolve("damaged"), Arrays.copyOf(whole, whole.length - 10_000));
        var first = new Connector(cluster.database(cluster.create()));
        assertThatThrownBy(() -> Restore.read(first, restored, damaged)).isInstanceOf(IOException.class);
        assertThat(restored).isEmptyDirectory();

        Path obstacle = Files.createDirectories(restored.resolve("two/in-the-way"));
        var second = new Connector(cluster.database(cluster.create()));
        assertThatThrownBy(() -> Restore.read(second, restored, file)).isInstanceOf(IOException.class);
        try (var left = Files.walk(restored)) {
            assertThat(left).containsExactlyInAnyOrder(restored, obstacle.getParent(), obstacle);
        }
    }

    @Test
    void whatProgramsCanMakeAgainIsLeftOut() throws Exception {
        Path data = temporary.resolve("data");
        for (String file : List.of(
                "source/storage/one/pack",
                "source/cache/facts",
                "source/grammars/lua.so",
                "parse/core/lib",
                "parse/natives/ab/lib",
                "parse/workers/one/error.log",
                "parse/grammars/lua/lib",
                "clones/CACHEDIR.TAG",
                "clones/one/pack",
                "restore.new/half",
                "logs/precinct.log",
                "ingest/cache/one")) {
            Path path = data.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, file);
        }

        try (var zip = new ZipFile(backup(data).toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName).filter(name -> name.startsWith("data/")))
                    .containsExactlyInAnyOrder(
                            "data/source/grammars/lua.so", "data/parse/grammars/lua/lib", "data/ingest/cache/one");
        }
    }

    @Test
    void aBackupIntoTheDataFolderIsRefused() throws Exception {
        Path data = Files.createDirectories(temporary.resolve("data/ingest")).getParent();
        Path link = Files.createSymbolicLink(temporary.resolve("link"), data);
        var connector = new Connector(cluster.database(cluster.create()));

        for (Path file : List.of(data.resolve("x.zip"), data.resolve("ingest/x.zip"), link.resolve("x.zip"))) {
            assertThatThrownBy(() -> Backup.write(connector, data, file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is in the data folder");
        }
        assertThat(data.resolve("ingest")).isEmptyDirectory();
    }
}
