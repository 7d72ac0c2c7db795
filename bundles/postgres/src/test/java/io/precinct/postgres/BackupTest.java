package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.await;
import static io.precinct.postgres.TestCluster.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.backup.Backup;
import io.precinct.postgres.backup.Restore;
import io.precinct.postgres.server.Connector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        cluster = new TestCluster(folder.resolve("postgres"));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static List<String> pets(Database database) {
        return database.read(handle -> handle.createQuery("SELECT name || size FROM a.pet ORDER BY name")
                .mapTo(String.class)
                .list());
    }

    @Test
    void aFreshFolderHoldsAfterARestoreWhatTheBackupHeldAndLaterMigrationsRunThen() throws Exception {
        String name = cluster.create();
        Database database = cluster.open(name).open(OLD);
        database.<Integer>write(handle -> {
            handle.execute("INSERT INTO a.owner (name) VALUES ('Rex')");
            handle.execute("INSERT INTO a.pet VALUES ('Rex', 2), (E'tab\\t\\\\ and\\nline ö', 2)");
            return handle.execute("DELETE FROM a.owner WHERE id = 1");
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
        try (var fresh = new TestCluster(restored.resolve("postgres"))) {
            await("the fresh server is up", fresh::up);
            Restore.read(new Connector(fresh.database("postgres")), restored, file);

            Database again = fresh.open("postgres").open(NEW);
            assertThat(again.<Long>write(
                            handle -> handle.createQuery("INSERT INTO a.owner (name) VALUES (NULL) RETURNING id")
                                    .mapTo(Long.class)
                                    .one()))
                    .isEqualTo(3);
            assertThat(pets(again)).isEqualTo(pets(database)).hasSize(2);
            assertThat(again.<List<Long>>read(handle -> handle.createQuery("SELECT id FROM a.owner ORDER BY id")
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
                    database.write(handle -> handle.execute("INSERT INTO b.one VALUES (?)", n)
                            + handle.execute("INSERT INTO b.two VALUES (?)", n));
                }
            });
            await("some are written", () -> written.get() > 20);
            Backup.write(new Connector(cluster.database(name)), temporary.resolve("none"), file);
            end.set(true);
            writer.get();
        }
        String copy = cluster.create();
        Restore.read(new Connector(cluster.database(copy)), temporary.resolve("restored"), file);

        Database restored =
                cluster.open(copy).open(schema("b", "CREATE TABLE b.one (n int); CREATE TABLE b.two (n int)"));
        List<Integer> counts = restored.read(
                handle -> handle.createQuery("SELECT count(*) FROM b.one UNION ALL SELECT count(*) FROM b.two")
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
}
