package io.precinct.postgres;

import static io.precinct.postgres.TestCluster.schema;
import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedPostgresTest {
    @TempDir
    Path temporary;

    private Path folder() {
        return temporary.resolve("data of spaces/postgres");
    }

    private static final String TABLE = "CREATE TABLE a.n (id int)";

    private static int count(TestCluster cluster) {
        until("the server is up", cluster::up);
        var databases = cluster.open("postgres");
        Database database = databases.open(schema("a", TABLE));
        until("the watch has found it", () -> databases.absence().isEmpty());
        return database.write(transaction -> {
            transaction.execute("INSERT INTO a.n VALUES (1)");
            return transaction
                    .createQuery("SELECT count(*) FROM a.n")
                    .mapTo(Integer.class)
                    .one();
        });
    }

    /**
     * A virtual thread that waits for a pipe blocks its carrier, so that all requests together would have one core
     * less.
     */
    @Test
    void itsOutputIsReadByAPlatformThread() throws Exception {
        try (var cluster = TestCluster.initialized(folder())) {
            until("the server is up", cluster::up);
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .contains("precinct-database-log");
        }
    }

    @Test
    void aRestartKeepsTheDataAndThePortAndThePasswordIsItsOwners() throws Exception {
        String url;
        try (var cluster = new TestCluster(folder())) {
            assertThat(count(cluster)).isEqualTo(1);
            url = cluster.postgres().address().url();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder().resolve("password"))))
                    .isEqualTo("rw-------");
        }
        // Another program may take the port while nothing runs on it: then the port changes once, and the next restart
        // keeps the new one.
        List<String> urls = new ArrayList<>(List.of(url));
        for (int restarts = 1; restarts <= 3 && urls.size() == new HashSet<>(urls).size(); restarts++) {
            try (var cluster = new TestCluster(folder())) {
                assertThat(count(cluster)).isEqualTo(1 + restarts);
                urls.add(cluster.postgres().address().url());
            }
        }
        assertThat(urls.getLast()).as("of %s", urls).isEqualTo(urls.get(urls.size() - 2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void afterTheProcessWasKilledTheNextOneTakesOver(boolean serverToo) throws Exception {
        try (var cluster = TestCluster.initialized(folder())) {
            assertThat(count(cluster)).isEqualTo(1);
        }
        Process victim = victim();
        ProcessHandle server = server();
        victim.destroyForcibly().waitFor();
        if (serverToo) {
            server.destroyForcibly();
        }

        try (var cluster = new TestCluster(folder())) {
            assertThat(count(cluster)).isEqualTo(2);
            assertThat(cluster.postgres().process().orElseThrow().pid()).isNotEqualTo(server.pid());
        }
    }

    /**
     * The server shuts down properly if the process that started it is gone; no other process takes over the server.
     */
    @ParameterizedTest
    @ValueSource(strings = {"SIGKILL", "halt"})
    void theServerEndsWithTheProcessHoweverThatEnds(String way) throws Exception {
        TestCluster.initialize(folder());
        Process victim = victim();
        ProcessHandle server = server();
        if (way.equals("halt")) {
            victim.getOutputStream().close();
        } else {
            victim.destroyForcibly();
        }
        victim.waitFor();

        until("the end of the server, pid " + server.pid(), () -> !server.isAlive());
        assertThat(folder().resolve("cluster/postmaster.pid"))
                .as("a server that finishes properly removes it")
                .doesNotExist();
        until("the end of the guard", () -> guards().isEmpty());
    }

    private List<String> guards() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder().toString()))
                .toList();
    }

    private Process victim() throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Dprecinct.root=" + System.getProperty("precinct.root"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder().toString()))
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("victim.log").toFile())
                .start();
    }

    /** Returns the server of the victim process, once it runs. */
    private ProcessHandle server() throws Exception {
        Path pidFile = folder().resolve("cluster/postmaster.pid");
        until("the victim's server runs", () -> ready(pidFile));
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile).getFirst()))
                .orElseThrow();
    }

    private static boolean ready(Path pidFile) {
        try {
            return Files.readAllLines(pidFile).size() > 7
                    && Files.readAllLines(pidFile).get(7).startsWith("ready");
        } catch (IOException e) {
            return false;
        }
    }

    /** A process that runs a server until it is killed, or until its input ends, which makes it halt. */
    static final class Victim {
        public static void main(String[] args) throws IOException {
            new TestCluster(Path.of(args[0]));
            while (System.in.read() >= 0) {
                // ignores input
            }
            Runtime.getRuntime().halt(3);
        }
    }

    @Test
    void rootsServerRunsAsAnotherUserWhereThatOneReachesTheFolder() throws Exception {
        assumeThat(Files.getAttribute(temporary, "unix:uid")).isEqualTo(0);
        Path postgres = folder();
        // the files belong to root, as an older Precinct left them, or because no other user may enter the folder
        try (var cluster = new TestCluster(postgres)) {
            assertThat(count(cluster)).isEqualTo(1);
            assertThat(owners(cluster)).containsExactly(0, 0, 0);
        }
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var cluster = new TestCluster(postgres)) {
            assertThat(count(cluster)).isEqualTo(2);
            assertThat(owners(cluster)).doesNotContain(0);
            assertThat(Files.getAttribute(postgres.resolve("password"), "unix:uid"))
                    .isEqualTo(0);
        }
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx------"));
        try (var cluster = new TestCluster(postgres)) {
            assertThat(count(cluster)).isEqualTo(3);
            assertThat(owners(cluster)).containsExactly(0, 0, 0);
        }
    }

    @Test
    void aClusterThatIsMadeForAnotherUserIsHisFromTheStart() throws Exception {
        assumeThat(Files.getAttribute(temporary, "unix:uid")).isEqualTo(0);
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var cluster = new TestCluster(folder())) {
            assertThat(count(cluster)).isEqualTo(1);
            assertThat(owners(cluster)).doesNotContain(0);
        }
        try (Stream<Path> left = Files.list(folder())) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("cluster", "password", "port");
        }
    }

    /** Returns the owners of the server process, of its folder, and of a file that it has just written. */
    private List<Object> owners(TestCluster cluster) throws IOException {
        Path process =
                Path.of("/proc/" + cluster.postgres().process().orElseThrow().pid());
        return List.of(
                Files.getAttribute(process, "unix:uid"),
                Files.getAttribute(folder().resolve("cluster"), "unix:uid"),
                Files.getAttribute(folder().resolve("cluster/postmaster.pid"), "unix:uid"));
    }

    @Test
    void aPidFileThatNamesAProcessOfSomebodyElseIsNoObstacle() throws Exception {
        try (var cluster = TestCluster.initialized(folder())) {
            assertThat(count(cluster)).isEqualTo(1);
        }
        Files.write(
                folder().resolve("cluster/postmaster.pid"),
                List.of(
                        Long.toString(ProcessHandle.current().pid()),
                        folder().resolve("cluster").toString(),
                        "1700000000",
                        "1",
                        "",
                        "127.0.0.1",
                        "0 0",
                        "ready   "));

        try (var cluster = new TestCluster(folder())) {
            assertThat(count(cluster)).isEqualTo(2);
        }
    }

    @Test
    void dataOfAnotherVersionIsRefusedWithWhatToDo() throws Exception {
        Files.createDirectories(folder().resolve("cluster"));
        Files.writeString(folder().resolve("cluster/PG_VERSION"), "17\n");
        try (var cluster = new TestCluster(folder())) {
            until("it gives up", () -> cluster.postgres().problem().isPresent());

            assertThat(cluster.postgres().problem().orElseThrow())
                    .contains("was written by PostgreSQL 17", "precinct backup FILE", "precinct restore FILE");
        }
    }

    @Test
    void withoutProgramsItSaysWhatIsMissing() throws Exception {
        try (var postgres = EmbeddedPostgres.started(temporary.resolve("nowhere"), folder())) {
            until("it gives up", () -> postgres.problem().isPresent());

            assertThat(postgres.problem())
                    .isEqualTo(Optional.of("there is no PostgreSQL in "
                            + temporary.resolve("nowhere")
                            + ": unpack the distribution for this platform, or name an external"
                            + " database in cases.yml"));
        }
    }
}
