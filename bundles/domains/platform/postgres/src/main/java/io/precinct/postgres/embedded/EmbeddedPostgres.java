package io.precinct.postgres.embedded;

import io.precinct.core.api.thread.LongLived;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.server.ServerUnreachable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedded server with its data in a folder. The data is created at the first start. The server is restarted if it
 * ends, stopped by {@link #close}, and guarded so that it never outlives this process. Thread-safe.
 */
public final class EmbeddedPostgres implements Server {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    /** Long, because recovery may take long; it makes progress as long as the process runs. */
    private static final Duration START = Duration.ofMinutes(10);

    private static final Duration PAUSE_AFTER_SHUTDOWN = Duration.ofSeconds(2);
    private static final Duration STABLE_AFTER = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 10;
    private static final Duration END = Duration.ofSeconds(9);

    /** Sized for a machine that runs other programs as well. */
    private static final Map<String, String> SETTINGS = Map.of(
            "listen_addresses", "127.0.0.1",
            "unix_socket_directories", "",
            "max_connections", "60",
            "shared_buffers", "128MB",
            "max_parallel_workers_per_gather", "0",
            "jit", "off",
            "random_page_cost", "1.1",
            "wal_level", "minimal",
            "max_wal_senders", "0",
            "log_timezone", "UTC");

    private final Cluster cluster;
    private final Map<String, String> settings;
    private final Thread supervisor;
    private @Nullable GuardedProcess guarded;
    private @Nullable ProcessHandle process;
    private @Nullable DatabaseAddress address;
    private String reason = "the database is starting";
    private boolean broken;
    private boolean closed;

    /**
     * Starts a server; returns at once.
     *
     * @param binaries folder with PostgreSQL's {@code bin}, {@code lib} and {@code share}
     * @param folder the folder for the data; created if it is missing
     * @param settings settings of PostgreSQL that override the defaults
     */
    public EmbeddedPostgres(Path binaries, Path folder, Map<String, String> settings) {
        this.cluster = new Cluster(folder.toAbsolutePath().normalize(), new PostgresPrograms(binaries));
        this.settings = Map.copyOf(settings);
        this.supervisor = LongLived.start("precinct-database-server", LOG::error, this::supervise);
    }

    /** Starts a server with the default settings. */
    public static EmbeddedPostgres started(Path binaries, Path folder) {
        return new EmbeddedPostgres(binaries, folder, Map.of());
    }

    /** Whether a folder contains the data of a server. */
    public static boolean exists(Path folder) {
        return Files.exists(folder.resolve(Cluster.DATA));
    }

    /** Deletes the data of a server that is not running. */
    public static void delete(Path folder) throws IOException {
        Cluster.delete(folder);
    }

    @Override
    public synchronized DatabaseAddress address() throws ServerUnreachable {
        if (address == null) {
            throw new ServerUnreachable(reason);
        }
        return address;
    }

    @Override
    public synchronized Optional<String> problem() {
        return broken ? Optional.of(reason) : Optional.empty();
    }

    /** Returns the process of the server, while it accepts connections. */
    public synchronized Optional<ProcessHandle> process() {
        return Optional.ofNullable(process);
    }

    private void supervise() {
        Duration pause = FIRST_PAUSE;
        Account account = null;
        while (true) {
            long began = System.nanoTime();
            try {
                account = account == null ? cluster.account() : account;
                Postmaster.retireFormer(cluster.data());
                cluster.prepare(account);
                runServer(account);
            } catch (PostgresUnusable e) {
                LOG.error("{}", e.getMessage());
                unavailable(String.valueOf(e.getMessage()), true);
                return;
            } catch (IOException e) {
                LOG.error("the database server does not run: {}", e.getMessage());
                unavailable("the database does not start; the log says why", false);
            } catch (InterruptedException e) {
                return; // closed
            }
            boolean stable = System.nanoTime() - began > STABLE_AFTER.toNanos();
            pause = stable ? FIRST_PAUSE : Collections.min(List.of(pause.multipliedBy(2), LONGEST_PAUSE));
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Starts the server and waits until it ends. */
    private void runServer(Account account) throws IOException, InterruptedException {
        int port = cluster.port();
        GuardedProcess started;
        synchronized (this) {
            if (closed) {
                throw new InterruptedException();
            }
            started = GuardedProcess.start(command(port, account), cluster.folder());
            guarded = started;
        }
        var log = new ServerLog(started.shell());
        ProcessHandle server = awaitReady(started, log);
        synchronized (this) {
            String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
            address = new DatabaseAddress(url, Cluster.USER, cluster.password());
            process = server;
        }
        LOG.info("the database server runs on port {} (pid {})", port, server.pid());
        int exit = started.shell().waitFor();
        unavailable("the database ended and is started again", false);
        if (exit == 0) {
            LOG.warn("somebody has ended the database server; it is started again");
            Thread.sleep(PAUSE_AFTER_SHUTDOWN); // this process may be about to be stopped as well
            return;
        }
        throw new IOException("it ended with " + exit + log.last());
    }

    private List<String> command(int port, Account account) {
        List<String> command = cluster.binaries().command("postgres", account);
        command.addAll(List.of("-D", cluster.data().toString(), "-p", Integer.toString(port)));
        SETTINGS.forEach((name, value) -> {
            if (!settings.containsKey(name)) {
                command.addAll(List.of("-c", name + "=" + value));
            }
        });
        settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    private ProcessHandle awaitReady(GuardedProcess started, ServerLog log) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            Optional<ProcessHandle> server = Postmaster.ready(cluster.data(), started);
            if (server.isPresent()) {
                return server.get();
            }
            if (!started.shell().isAlive()) {
                throw new IOException(
                        "it ended with " + started.shell().exitValue() + " while it started" + log.last());
            }
            if (System.nanoTime() > deadline) {
                started.end();
                throw new IOException("it was not ready within " + START.toMinutes() + " minutes" + log.last());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private synchronized void unavailable(String why, boolean forGood) {
        address = null;
        guarded = null;
        process = null;
        reason = why;
        broken = forGood;
    }

    /** Ends the server; returns once it has ended. */
    @Override
    public void close() {
        GuardedProcess running;
        synchronized (this) {
            closed = true;
            running = guarded;
            address = null;
            reason = "the database was stopped";
        }
        supervisor.interrupt();
        try {
            if (running != null) {
                running.end();
            }
            supervisor.join(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the guard still ends it
        }
    }
}
