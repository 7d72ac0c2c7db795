package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestServer;
import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A running instance of the packaged distribution with a configuration of its own, in a temporary folder. */
final class Service implements AutoCloseable {
    /** Makes the service answer 500 if an endpoint of a domain answers something else than it declares. */
    private static final String STRICT_OUTPUT = "\nverify_output: refuse\n";

    private static final String[] CASES = {"--features", "framework,cases"};

    final Path folder;
    final Path config;
    final Path data;
    final Path boundaries;
    final ServerProcess server;
    final Http http;

    private Service(Path folder, Map<String, String> environment, String... options) {
        this.folder = folder;
        this.config = folder.resolve("config");
        this.data = folder.resolve("data");
        this.boundaries = data.resolve("boundaries");
        this.server = Distribution.built().run(config, data, environment, options);
        this.http = new Http(server.url());
    }

    /** Runs everything on a copy of the default configuration. */
    static Service onDefaults(Path folder) {
        Distribution.copyTree(Distribution.built().home().resolve("config"), folder.resolve("config"));
        Path file = folder.resolve("config/service.yml");
        write(file, read(file) + STRICT_OUTPUT);
        return new Service(folder, Map.of(), CASES);
    }

    /** Runs the framework and the cases on this service.yml. A new data folder gets an initialised database. */
    static Service withCases(Path folder, String yaml) {
        initializeDatabase(folder);
        return withCasesElsewhere(folder, yaml);
    }

    /** As {@link #withCases}, on the database that {@code config/cases.yml} names. */
    static Service withCasesElsewhere(Path folder, String yaml) {
        write(folder.resolve("config/service.yml"), yaml + STRICT_OUTPUT);
        return new Service(folder, Map.of(), CASES);
    }

    /** Copies an initialised database, because initdb takes a second. An existing database stays. */
    static void initializeDatabase(Path folder) {
        Path database = folder.resolve("data/postgres");
        if (!Files.exists(database)) {
            TestServer.initialize(database);
        }
    }

    /**
     * A port of the loopback interface on which nothing listens now. It is below the ports that systems give to sockets
     * that ask for any port, so that no such socket takes it before a service does.
     */
    static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // The port is in use: try the next one.
            }
        }
    }

    /** Adds a user of the gateway, whose password is {@code the password of <name>}. */
    static void addUser(Path folder, String name, String... roles) throws IOException {
        Files.createDirectories(folder.resolve("data"));
        var arguments = new ArrayList<>(List.of(
                "user",
                "add",
                name,
                "--config",
                folder.resolve("config").toString(),
                "--data",
                folder.resolve("data").toString()));
        for (String role : roles) {
            arguments.addAll(List.of("--role", role));
        }
        Process process = new ProcessBuilder(Distribution.built().command(arguments.toArray(String[]::new)))
                .redirectErrorStream(true)
                .start();
        try (var in = process.outputWriter()) {
            in.write("the password of " + name + "\n");
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(said).isZero();
    }

    /** Runs the framework and live source on this source.yml. */
    static Service withSource(Path folder, String yaml) {
        write(folder.resolve("config/service.yml"), "service: sources\naccess_log: false" + STRICT_OUTPUT);
        write(folder.resolve("config/source.yml"), yaml);
        return new Service(folder, Map.of(), "--features", "framework,source");
    }

    /** As {@link #withSource}, with configuration queries. */
    static Service withConfiguration(Path folder, String yaml) {
        write(folder.resolve("config/service.yml"), "service: sources\naccess_log: false" + STRICT_OUTPUT);
        write(folder.resolve("config/source.yml"), yaml);
        return new Service(folder, Map.of(), "--features", "framework,source,configuration");
    }

    /** Runs the framework alone on this service.yml. */
    static Service on(Path folder, String yaml, String... options) {
        write(folder.resolve("config/service.yml"), yaml);
        return new Service(folder, Map.of(), options);
    }

    /** As {@link #on(Path, String, String...)}, with further environment variables. */
    static Service on(Path folder, String yaml, Map<String, String> environment) {
        write(folder.resolve("config/service.yml"), yaml);
        return new Service(folder, environment);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static void write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            Path part = Files.writeString(file.resolveSibling(file.getFileName() + ".part"), content);
            Files.move(
                    part,
                    file,
                    java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Waits until the routes of a boundary take requests: the boundary is registered shortly before. */
    void awaitServed(String boundary) {
        Eventually.until(
                () -> boundary + " takes requests: "
                        + http.get("/inspect/routes").text() + server.transcript(),
                () -> http.get("/inspect/boundary/" + boundary).status() == 200
                        && !http.get("/inspect/routes").text().contains("\"missing\":[\"" + boundary + "\"]"));
    }

    /**
     * Kills the service with SIGKILL, together with its database and all other processes that it has started.
     *
     * @param order determines the order in which the processes are killed
     */
    void kill(Random order) {
        ProcessHandle launcher = server.process().toHandle();
        List<ProcessHandle> victims = new ArrayList<>(
                Stream.concat(Stream.of(launcher), launcher.descendants()).toList());
        Collections.shuffle(victims, order);
        victims.forEach(ProcessHandle::destroyForcibly);
        Eventually.until(() -> "the end of " + victims, () -> victims.stream().allMatch(Service::hasEnded));
        if (!server.exited(Duration.ofSeconds(10))) {
            throw new AssertionError("killed, it is still there: " + server.transcript());
        }
    }

    /** Whether a process has ended. A zombie whose parent has not yet waited for it has ended, too. */
    private static boolean hasEnded(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'Z';
        } catch (IOException e) {
            return !process.isAlive();
        }
    }

    @Override
    public void close() {
        server.close();
    }

    /** Returns once every file of a repository of live source is parsed: until then its answers may be partial. */
    void awaitParsed(String repository) {
        String nothing = "/repos/" + repository + "/symbols?name=no-such-name";
        Eventually.until(() -> repository + " is parsed: " + http.get("/repos").text() + server.transcript(), () -> {
            Http.Answer answer = http.get(nothing);
            return answer.status() == 200 && Boolean.FALSE.equals(answer.json().get("truncated"));
        });
    }
}
