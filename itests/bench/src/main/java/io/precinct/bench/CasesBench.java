package io.precinct.bench;

import io.precinct.itests.database.TestServer;
import io.precinct.itests.database.seed.CaseSeed;
import io.precinct.itests.database.seed.SeededCases;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.ServerProcess;
import io.precinct.postgres.embedded.EmbeddedPostgres;
import io.precinct.postgres.server.DatabaseAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Compares the case service with raw Jetty and pgjdbc that execute the same statements on the same database: throughput
 * of reading a case, of a page of a list and of a change with its note; times of lists, searches and statistics. Uses 8
 * clients; rounds of product and floor are interleaved. The system property {@code bench.cases} sets other numbers of
 * cases; {@code bench.requests} selects kinds of requests by the beginnings of their names.
 */
final class CasesBench implements Main.Bench {
    private static final int CLIENTS = 8;
    private static final int ROUNDS = 9;
    private static final double SECONDS = 1.5;
    private static final List<String> MEASURED =
            List.of(System.getProperty("bench.requests", "").split(","));

    /** Seconds of warm-up, in which the code of a kind of request is compiled. */
    private static final double WARM_UP = 8;

    /** Numbers the labels, so that every change sets a new label; setting the same label again would be no change. */
    private static final AtomicLong CHANGES = new AtomicLong();

    private static final Map<String, String> SETTINGS = Map.of(
            "shared_buffers", "512MB",
            "logging_collector", "on",
            "log_destination", "jsonlog",
            "log_directory", "log",
            "max_wal_size", "4GB");

    /** One kind of request, with its targets on the product and on the floor. */
    private record Kind(
            String name, String aim, boolean throughput, IntFunction<byte[]> product, IntFunction<byte[]> floor) {}

    @Override
    public Table run(Workplace workplace) throws Exception {
        var table = new Table(
                "cases",
                "request",
                "floor /s",
                "product /s",
                "ratio",
                "floor p99 ms",
                "p50 ms",
                "p99 ms",
                "p99 ratio",
                "aim");
        table.note(
                "Median of " + ROUNDS + " interleaved rounds of " + SECONDS + " s, " + CLIENTS
                        + " clients; 10 notes a case. The floor is raw Jetty, HikariCP and pgjdbc on the same database: it replays the"
                        + " statements that the product's own requests were seen to execute, and for the change executes the like.");
        for (String cases : System.getProperty("bench.cases", "10000,100000").split(",")) {
            try {
                measure(workplace, table, Integer.parseInt(cases));
            } catch (Exception e) {
                // a failure must not discard minutes of earlier measurements
                System.out.print(table.note("The run ended early, with " + cases + " cases: " + e.getMessage())
                        .markdown());
                throw e;
            }
        }
        return table;
    }

    private static void measure(Workplace workplace, Table table, int cases) throws Exception {
        Path folder = workplace.folder("postgres");
        try (var postgres = new EmbeddedPostgres(TestServer.binaries(), folder, SETTINGS)) {
            DatabaseAddress address = await(postgres);
            Path config = workplace.config("service: bench\naccess_log: false\ncompression: false\n");
            Files.writeString(
                    config.resolve("cases.yml"),
                    "database: {url: \"%s\", user: \"%s\", password: \"%s\"}\n"
                            .formatted(address.url(), address.user(), address.password()));
            try (ServerProcess product = workplace
                            .distribution()
                            .run(config, workplace.folder("data"), "--features", "framework,cases");
                    Connection connection =
                            DriverManager.getConnection(address.url(), address.user(), address.password())) {
                var seed = new CaseSeed(42, cases, cases * 10);
                long began = System.nanoTime();
                seed.fill(() -> DriverManager.getConnection(address.url(), address.user(), address.password()));
                System.err.printf(Locale.ROOT, "%d cases filled in %.0f s%n", cases, (System.nanoTime() - began) / 1e9);
                awaitTally(connection);
                compare(workplace, table, seed.cases(), folder, address, product, connection);
            }
        }
    }

    /** Waits for the server to answer. */
    static DatabaseAddress await(EmbeddedPostgres postgres) throws Exception {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (true) {
            try {
                DatabaseAddress address = postgres.address();
                DriverManager.getConnection(address.url(), address.user(), address.password())
                        .close();
                return address;
            } catch (SQLException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("the benchmark's database does not start", e);
                }
                Thread.sleep(50);
            }
        }
    }

    /** Waits until the counts of the seeded cases are rolled up, which happens in the background. */
    private static void awaitTally(Connection connection) throws Exception {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (true) {
            try (var statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT count(*) FROM cases.tally_delta")) {
                row.next();
                if (row.getLong(1) == 0) {
                    return;
                }
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("the tally is not rolled up: " + row.getLong(1) + " rows are left");
                }
            }
            Thread.sleep(100);
        }
    }

    private static void compare(
            Workplace workplace,
            Table table,
            SeededCases cases,
            Path postgres,
            DatabaseAddress address,
            ServerProcess product,
            Connection connection)
            throws Exception {
        var recorder = new CaseRecorder(cases, postgres, connection, product.url());
        List<List<String>> targets = recorder.targets(new Random(7));
        Path recordings = workplace.folder("floor").resolve("recordings");
        CaseStatements.Replay.write(recordings, recorder.record(targets));
        Map<String, String> database = Map.of(
                "BENCH_URL", address.url(),
                "BENCH_USER", address.user(),
                "BENCH_PASSWORD", address.password());
        try (ServerProcess floor = workplace.floor(CasesFloor.class, database, recordings.toString())) {
            for (Kind kind : kinds(cases, targets)) {
                if (MEASURED.stream().anyMatch(kind.name()::startsWith)) {
                    report(table, cases.size(), kind, product, floor);
                }
            }
        }
        table.note(String.format(
                Locale.ROOT,
                "With %d cases the product's process has %.0f MB resident afterwards; aim ≤ 350 MB.",
                cases.size(),
                product.residentBytes() / 1e6));
    }

    private static List<Kind> kinds(SeededCases cases, List<List<String>> targets) {
        var kinds = new ArrayList<Kind>();
        String[] names = {"read a case", "list: filter, cursor", "search", "statistics"};
        String[] aims = {"≥ 60 %", "≥ 60 %, p99 ≤ 2 ×, 25 ms", "p99 ≤ 2 ×, 150 ms", "p99 ≤ 2 ×, 50 ms"};
        int first = 0;
        for (int i = 0; i < names.length; i++) {
            List<byte[]> product = targets.get(i).stream()
                    .map(target -> Load.request("GET", target, List.of(), new byte[0]))
                    .toList();
            List<byte[]> floor = new ArrayList<>();
            for (int n = 0; n < product.size(); n++) {
                floor.add(Load.request("GET", "/replay/" + (first + n), List.of(), new byte[0]));
            }
            first += product.size();
            kinds.add(new Kind(
                    names[i], aims[i], i < 2, n -> product.get(n % product.size()), n -> floor.get(n % floor.size())));
        }
        var random = new Random(11);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            ids.add(cases.id(random.nextInt(cases.size())));
        }
        kinds.add(new Kind(
                "change with note",
                "≥ 60 %",
                true,
                n -> Load.request(
                        "PATCH",
                        "/api/tasks/" + ids.get(n % ids.size()),
                        List.of(),
                        ("{\"label\":\"changed " + CHANGES.incrementAndGet() + "\"}").getBytes(StandardCharsets.UTF_8)),
                n -> Load.request(
                        "PATCH",
                        "/patch/" + ids.get(n % ids.size()),
                        List.of(),
                        ("changed " + CHANGES.incrementAndGet()).getBytes(StandardCharsets.UTF_8))));
        return kinds;
    }

    private static void report(Table table, int cases, Kind kind, ServerProcess product, ServerProcess floor)
            throws Exception {
        var ours = new LoadClients(product.url(), CLIENTS, kind.product());
        var theirs = new LoadClients(floor.url(), CLIENTS, kind.floor());
        ours.run(WARM_UP);
        theirs.run(WARM_UP);
        List<Double> rates = new ArrayList<>();
        List<Double> floors = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        List<Double> p50 = new ArrayList<>();
        List<Double> p99 = new ArrayList<>();
        List<Double> floor99 = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            LoadClients.Outcome low = theirs.run(SECONDS);
            LoadClients.Outcome own = ours.run(SECONDS);
            rates.add(own.perSecond());
            floors.add(low.perSecond());
            ratios.add(own.perSecond() / low.perSecond());
            p50.add(own.millis(0.5));
            p99.add(own.millis(0.99));
            floor99.add(low.millis(0.99));
        }
        double[] tails = {Workplace.median(floor99), Workplace.median(p99)};
        table.row(
                cases,
                kind.name(),
                Workplace.median(floors),
                Workplace.median(rates),
                Workplace.median(ratios),
                tails[0],
                Workplace.median(p50),
                tails[1],
                tails[1] / tails[0],
                kind.aim());
        System.err.println(Arrays.toString(new Object[] {cases, kind.name(), ratios, p99, floor99}));
    }
}
