package io.precinct.bench;

import io.precinct.itests.database.TestServer;
import io.precinct.itests.support.ServerProcess;
import io.precinct.postgres.embedded.EmbeddedPostgres;
import io.precinct.postgres.server.DatabaseAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Measures the dependency graph: appending events, alternating with a batched insert of the same rows through pgjdbc
 * into a table with the same indexes; then queries over all events, and the first answer after a start.
 */
final class DependenciesBench implements Main.Bench {
    private static final int EVENTS = Integer.getInteger("bench.events", 1_000_000);
    private static final int BATCH = 10_000;
    private static final int NODES = 5_000;
    private static final int PRODUCERS = 3;
    private static final int NEAR = 20;
    private static final int QUESTIONS = 300;
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
    private static final int SECONDS = 60_000_000;

    private static final String FLOOR = "INSERT INTO dependencies.floor"
            + " (event_id, at, producer, asserted, source, target, type, inverse, meta)"
            + " VALUES (?, ?::timestamptz, ?, ?, ?, ?, ?, ?, ?)";

    private final HttpClient http = HttpClient.newHttpClient();

    /** An event as both the product and the floor take it. */
    private record Event(
            String id, String at, String producer, boolean asserted, int source, int target, int type, String meta) {
        static Event of(Random random, int number) {
            int source = random.nextInt(NODES);
            return new Event(
                    "event-" + number,
                    BEGIN.plusSeconds(random.nextInt(SECONDS)).toString(),
                    "producer-" + random.nextInt(PRODUCERS),
                    random.nextInt(4) > 0,
                    source,
                    (source + 1 + random.nextInt(NEAR)) % NODES,
                    1 + random.nextInt(2),
                    "{\"url\":\"http://host-" + source + "\",\"port\":8080}");
        }

        String line() {
            return "{\"event_id\":\"" + id + "\",\"time\":\"" + at + "\",\"producer\":\"" + producer + "\",\"op\":\""
                    + (asserted ? "assert" : "retract") + "\",\"from\":\"" + name(source) + "\",\"to\":\""
                    + name(target)
                    + "\",\"type\":\"" + (type == 1 ? "depends-on" : "client-of") + "\",\"meta\":" + meta + "}\n";
        }
    }

    private static String name(int node) {
        return "service:s" + node;
    }

    @Override
    public Table run(Workplace workplace) throws Exception {
        var table = new Table("measure", "floor", "product", "ratio", "aim");
        table.note(EVENTS + " events in batches of " + BATCH + ", about " + NODES
                + " nodes; both sides in turn, one client.");
        Path folder = workplace.folder("postgres");
        try (var postgres = new EmbeddedPostgres(
                TestServer.binaries(), folder, Map.of("shared_buffers", "512MB", "max_wal_size", "4GB"))) {
            DatabaseAddress address = CasesBench.await(postgres);
            Path config = workplace.config("service: bench\naccess_log: false\ncompression: false\n");
            Files.writeString(
                    config.resolve("cases.yml"),
                    "database: {url: \"%s\", user: \"%s\", password: \"%s\"}\n"
                            .formatted(address.url(), address.user(), address.password()));
            Path data = workplace.folder("data");
            String url = address.url() + (address.url().contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
            try (Connection connection = DriverManager.getConnection(url, address.user(), address.password())) {
                try (ServerProcess product = start(workplace, config, data)) {
                    append(table, product.url(), connection);
                    ask(table, product.url());
                }
                long begun = System.nanoTime();
                try (ServerProcess product = start(workplace, config, data)) {
                    long ready = System.nanoTime();
                    get(product.url(), "/graph/impact?depth=5&node=" + name(1));
                    table.row("first answer after ready, s", "-", seconds(System.nanoTime() - ready), "-", "< 1");
                    table.row("start to first answer, s", "-", seconds(System.nanoTime() - begun), "-", "-");
                }
            }
        }
        return table;
    }

    private static ServerProcess start(Workplace workplace, Path config, Path data) {
        return workplace.distribution().run(config, data, "--features", "framework,dependencies");
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e9);
    }

    private void append(Table table, URI product, Connection connection) throws Exception {
        var random = new Random(7);
        get(product, "/graph/nodes");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE dependencies.floor (LIKE dependencies.event INCLUDING ALL)");
        }
        connection.setAutoCommit(false);
        long ours = 0;
        long floor = 0;
        for (int from = 0; from < EVENTS; from += BATCH) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                events.add(Event.of(random, from + i));
            }
            var lines = new StringBuilder();
            events.forEach(event -> lines.append(event.line()));
            String body = lines.toString();
            long begun = System.nanoTime();
            post(product, body);
            long between = System.nanoTime();
            insert(connection, events);
            floor += System.nanoTime() - between;
            ours += between - begun;
        }
        table.row(
                "events appended /s",
                rate(floor),
                rate(ours),
                String.format(Locale.ROOT, "%.0f %%", 100.0 * floor / ours),
                "≥ 60 %");
    }

    private static String rate(long nanos) {
        return String.format(Locale.ROOT, "%.0f", EVENTS / (nanos / 1e9));
    }

    private static void insert(Connection connection, List<Event> events) throws Exception {
        try (PreparedStatement insert = connection.prepareStatement(FLOOR)) {
            for (Event event : events) {
                insert.setString(1, event.id);
                insert.setString(2, event.at);
                insert.setString(3, event.producer);
                insert.setBoolean(4, event.asserted);
                insert.setInt(5, event.source);
                insert.setInt(6, event.target);
                insert.setInt(7, event.type);
                insert.setBoolean(8, false);
                insert.setString(9, event.meta);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        connection.commit();
    }

    private void ask(Table table, URI product) throws Exception {
        Map<String, String> questions = Map.of(
                "impact, depth 5, now",
                "/graph/impact?depth=5&node=",
                "impact, depth 5, a year before the last event",
                "/graph/impact?depth=5&as_of=" + BEGIN.plusSeconds(SECONDS / 2) + "&node=");
        for (String question : questions.keySet().stream().sorted().toList()) {
            var random = new Random(11);
            long[] nanos = new long[QUESTIONS];
            for (int i = -30; i < QUESTIONS; i++) {
                long begun = System.nanoTime();
                get(product, questions.get(question) + name(random.nextInt(NODES)));
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - begun;
                }
            }
            Arrays.sort(nanos);
            table.row(
                    question,
                    "-",
                    String.format(
                            Locale.ROOT,
                            "p50 %.1f ms, p99 %.1f ms",
                            nanos[QUESTIONS / 2] / 1e6,
                            nanos[QUESTIONS * 99 / 100] / 1e6),
                    "-",
                    "p99 < 100 ms");
        }
    }

    private void post(URI product, String lines) throws Exception {
        answered(HttpRequest.newBuilder(product.resolve("/graph/events"))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(lines))
                .build());
    }

    private void get(URI product, String target) throws Exception {
        answered(HttpRequest.newBuilder(product.resolve(target)).build());
    }

    private void answered(HttpRequest request) throws Exception {
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(
                    request.uri() + " is answered " + answer.statusCode() + ": " + answer.body());
        }
    }
}
