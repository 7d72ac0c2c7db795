package io.precinct.postgres;

import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Schema.Migration;
import io.precinct.postgres.embedded.EmbeddedPostgres;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.server.ServerUnreachable;
import io.precinct.testing.Eventually;
import io.precinct.testing.FolderTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server with its data in a folder, and databases on the server. Thread-safe. */
public final class TestCluster implements AutoCloseable {
    private static final Map<String, String> FAST = Map.of("fsync", "off", "shared_buffers", "16MB");
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final EmbeddedPostgres postgres;
    private final List<AutoCloseable> opened = new CopyOnWriteArrayList<>();

    /** Starts a server, which first initialises an empty folder. */
    public TestCluster(Path folder) {
        postgres = new EmbeddedPostgres(binaries(), folder, FAST);
    }

    /** Starts a server on a new folder that is already initialised. */
    public static TestCluster initialized(Path folder) {
        initialize(folder);
        return new TestCluster(folder);
    }

    /**
     * Fills a new folder with the result of a server's first start. Copies a template, because initdb takes a second.
     */
    public static void initialize(Path folder) {
        try (InputStream code = EmbeddedPostgres.class.getResourceAsStream("Cluster.class")) {
            new FolderTemplate(
                            binaries().resolveSibling("initialized"),
                            TestCluster::startOnce,
                            Files.readAllBytes(binaries().resolve("unpacked")), // contains the version
                            Objects.requireNonNull(code).readAllBytes())
                    .copyTo(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void startOnce(Path folder) throws IOException {
        try (var first = new EmbeddedPostgres(binaries(), folder, FAST)) {
            Eventually.until(
                    () -> "the server is up; its problem: " + first.problem(),
                    () -> first.process().isPresent());
        }
        Files.delete(folder.resolve("port")); // each server looks for a port of its own
    }

    public static Path binaries() {
        return Path.of(System.getProperty("precinct.root"), "runtime/postgres/target/postgres");
    }

    public EmbeddedPostgres postgres() {
        return postgres;
    }

    public boolean up() {
        try (Connection connection = connect("postgres")) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    public Connection connect(String database) throws SQLException {
        DatabaseAddress address = database(database).address();
        return DriverManager.getConnection(address.url(), address.user(), address.password());
    }

    /** Creates an empty database. */
    public String create() throws Exception {
        Eventually.until("the server is up", this::up);
        String name = "database_" + NAMES.incrementAndGet();
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return name;
    }

    /** Opens a database as a process does. */
    public PooledDatabases open(String database) {
        var databases = new PooledDatabases(database(database), 5);
        opened.add(databases);
        return databases;
    }

    public Server database(String name) {
        return new Server() {
            @Override
            public DatabaseAddress address() throws ServerUnreachable {
                DatabaseAddress found = postgres.address();
                String url = found.url().substring(0, found.url().lastIndexOf('/') + 1) + name;
                return new DatabaseAddress(url, found.user(), found.password());
            }

            @Override
            public Optional<String> problem() {
                return postgres.problem();
            }

            @Override
            public void close() {
                // the cluster closes it
            }
        };
    }

    /** Returns a schema whose migrations are {@code 1.sql}, {@code 2.sql} and so on. */
    public static Schema schema(String name, String... migrations) {
        List<Migration> all = new ArrayList<>();
        for (String sql : migrations) {
            all.add(new Migration((all.size() + 1) + ".sql", sql));
        }
        return new Schema(name, all);
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
        postgres.close();
    }
}
