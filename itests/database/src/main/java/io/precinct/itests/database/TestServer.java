package io.precinct.itests.database;

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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * A PostgreSQL server on a temporary folder. {@link #shared} is a server for the whole JVM. A test that stops or kills
 * the server starts its own server, so that it does not disturb other tests. Thread-safe.
 */
public final class TestServer implements AutoCloseable {
    /** Settings with which data survives a crash of the server but not of the machine, which is enough for tests. */
    private static final Map<String, String> FAST =
            Map.of("fsync", "off", "full_page_writes", "off", "shared_buffers", "32MB", "max_connections", "100");

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final Path folder;
    private @Nullable EmbeddedPostgres postgres;

    private TestServer(Path folder) {
        this.folder = folder;
    }

    private static final class Shared {
        private static final TestServer SERVER = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close, "test-database-end"));
        }
    }

    /** The server that all tests of this JVM share; it ends with the JVM. */
    public static TestServer shared() {
        return Shared.SERVER;
    }

    /** Starts a separate server; returns once it accepts connections. */
    public static TestServer start() {
        try {
            var server = new TestServer(Files.createTempDirectory("precinct-database"));
            initialize(server.folder);
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Fills the folder of a server that has never run with the files that its first start would make. The files are
     * copied, because initdb takes a second.
     */
    public static void initialize(Path folder) {
        try (InputStream code = EmbeddedPostgres.class.getResourceAsStream("Cluster.class")) {
            Path binaries = binaries();
            new FolderTemplate(
                            binaries.resolveSibling("initialized"),
                            TestServer::startOnce,
                            Files.readAllBytes(binaries.resolve("unpacked")), // contains the version
                            Objects.requireNonNull(code).readAllBytes())
                    .copyTo(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void startOnce(Path folder) throws IOException {
        var server = new TestServer(folder);
        try {
            server.restart();
        } finally {
            server.stop();
        }
        Files.delete(folder.resolve("port")); // each server finds its own port
    }

    /** The folder into which the build has unpacked PostgreSQL. */
    public static Path binaries() {
        String root = System.getProperty("precinct.root");
        if (root == null) {
            throw new IllegalStateException("the system property precinct.root names the checkout");
        }
        Path unpacked = Path.of(root, "runtime/postgres/target/postgres");
        if (!Files.isExecutable(unpacked.resolve("bin/postgres"))) {
            throw new IllegalStateException(
                    "there is no PostgreSQL in " + unpacked + "; build it: mvn process-resources -pl runtime/postgres");
        }
        return unpacked;
    }

    /** Starts the server again after {@link #stop}; returns once it accepts connections. */
    public synchronized void restart() {
        stop();
        postgres = new EmbeddedPostgres(binaries(), folder, FAST);
        awaitUp();
    }

    /** Waits until the server accepts connections, for example after {@link #kill}, when it restarts by itself. */
    public synchronized void awaitUp() {
        Eventually.until(
                () -> "the test's database server runs; its problem: "
                        + running().problem(),
                () -> {
                    try (Connection connection = connect("postgres")) {
                        return true;
                    } catch (SQLException e) {
                        if (running().problem().isPresent()) {
                            throw new IllegalStateException(
                                    "the test's database server does not run: " + e.getMessage(), e);
                        }
                        return false;
                    }
                });
    }

    private EmbeddedPostgres running() {
        EmbeddedPostgres now = postgres;
        if (now == null) {
            throw new IllegalStateException("the test stopped its database server");
        }
        return now;
    }

    /** Stops the server as an operator would; it stays stopped until {@link #restart}. */
    public synchronized void stop() {
        if (postgres != null) {
            postgres.close();
            postgres = null;
        }
    }

    /** Kills the process of the server (SIGKILL); its supervisor starts it again. */
    public synchronized void kill() {
        running().process().ifPresent(ProcessHandle::destroyForcibly);
    }

    private Connection connect(String database) throws SQLException {
        DatabaseAddress address = running().address();
        var properties = new Properties();
        properties.setProperty("user", address.user());
        properties.setProperty("password", address.password());
        Connection connection = new Driver().connect(url(address, database), properties);
        if (connection == null) {
            throw new IllegalStateException("the driver does not know " + address.url());
        }
        return connection;
    }

    private static String url(DatabaseAddress address, String database) {
        return address.url().substring(0, address.url().lastIndexOf('/') + 1) + database;
    }

    /** Makes an empty database and returns its name. */
    String create() {
        String name = "test_" + NAMES.incrementAndGet();
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
            return name;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create a database", e);
        }
    }

    /** A database of this server; the result remains valid when the server restarts. */
    Server database(String name) {
        return new Server() {
            @Override
            public DatabaseAddress address() throws ServerUnreachable {
                synchronized (TestServer.this) {
                    if (postgres == null) {
                        throw new ServerUnreachable("the test stopped its database server");
                    }
                    DatabaseAddress found = postgres.address();
                    return new DatabaseAddress(url(found, name), found.user(), found.password());
                }
            }

            @Override
            public void close() {
                // other tests use the server
            }
        };
    }

    @Override
    public void close() {
        stop();
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
