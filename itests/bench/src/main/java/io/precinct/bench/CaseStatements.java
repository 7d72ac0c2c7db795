package io.precinct.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.precinct.itests.support.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statements that a request executes from the log of the database server, so that the floor can execute the
 * same statements with the same parameters. Needs a server with {@code logging_collector = on} and
 * {@code log_destination = jsonlog}.
 */
final class CaseStatements {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern EXECUTE = Pattern.compile("^execute [^:]+: (.*)$", Pattern.DOTALL);
    private static final Pattern BEGIN = Pattern.compile("^(statement|execute [^:]+): BEGIN");
    private static final Pattern CASES = Pattern.compile("cases\\.(task|note|tally)\\b");
    private static final Pattern PARAMETER = Pattern.compile("\\$\\d+ = (NULL|'((?:[^']|'')*)')");
    private static final int MOST_TRIES = 10;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final Path logs;
    private final Connection connection;

    /**
     * The reading statements of a request.
     *
     * @param together whether they were sent in one round trip and not in an explicit transaction
     */
    record Replay(boolean together, List<Recorded> statements) {
        static void write(Path file, List<Replay> replays) throws IOException {
            JSON.writeValue(file.toFile(), replays);
        }

        /** Reads what {@link #write} wrote. */
        static List<Replay> read(Path file) throws IOException {
            return List.of(JSON.readValue(file.toFile(), Replay[].class));
        }
    }

    /** One statement as it was executed, with {@code ?} for each parameter. */
    record Recorded(String sql, List<@Nullable String> parameters) {}

    /**
     * Reads the log of a server.
     *
     * @param logs the folder of its log
     * @param connection connection as a superuser, used for nothing else
     */
    CaseStatements(Path logs, Connection connection) {
        this.logs = logs;
        this.connection = connection;
    }

    /** Turns the logging of statements on or off. */
    void log(boolean on) throws SQLException, InterruptedException {
        execute("ALTER SYSTEM SET log_statement = '" + (on ? "all" : "none") + "'");
        execute("SELECT pg_reload_conf()");
        while (logs() != on) {
            Thread.sleep(10);
        }
    }

    private boolean logs() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW log_statement")) {
            row.next();
            return row.getString(1).equals("all");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a request and returns its statements on cases; repeats it if its backend was not logging yet. */
    Replay of(Callable<?> request) throws Exception {
        Replay reads = new Replay(false, List.of());
        for (int i = 0; i < MOST_TRIES && reads.statements.isEmpty(); i++) {
            reads = once(request);
        }
        if (reads.statements.isEmpty()) {
            throw new IllegalStateException("the request executed nothing on cases");
        }
        return reads;
    }

    private Replay once(Callable<?> request) throws Exception {
        Map<Path, Integer> before = lines();
        request.call();
        String mark = "/* mark " + System.nanoTime() + " */ SELECT 1";
        execute(mark);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < deadline) {
            List<Map<?, ?>> entries = since(before);
            if (entries.stream().anyMatch(entry -> text(entry, "message").contains(mark))) {
                return reads(entries);
            }
            Thread.sleep(20);
        }
        throw new IllegalStateException("the server's log in " + logs + " does not show what it executes");
    }

    private static Replay reads(List<Map<?, ?>> entries) {
        Map<String, List<Recorded>> byBackend = new LinkedHashMap<>();
        Set<String> begun = new HashSet<>();
        for (Map<?, ?> entry : entries) {
            String message = text(entry, "message");
            String backend = text(entry, "pid");
            if (BEGIN.matcher(message).find()) {
                begun.add(backend);
            }
            Matcher execute = EXECUTE.matcher(message);
            // once a minute, a request also reads the common words
            if (execute.matches()
                    && execute.group(1).stripLeading().matches("(?s)(SELECT|WITH|\\().*")
                    && !execute.group(1).contains("pg_stats")) {
                byBackend
                        .computeIfAbsent(backend, _ -> new ArrayList<>())
                        .add(new Recorded(
                                execute.group(1).replaceAll("\\$\\d+", "?"), parameters(text(entry, "detail"))));
            }
        }
        return byBackend.entrySet().stream()
                .filter(one -> one.getValue().stream()
                        .anyMatch(each -> CASES.matcher(each.sql()).find()))
                .findFirst()
                .map(one -> new Replay(!begun.contains(one.getKey()), one.getValue()))
                .orElse(new Replay(false, List.of()));
    }

    private static List<@Nullable String> parameters(String detail) {
        List<@Nullable String> parameters = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(detail);
        while (matcher.find()) {
            parameters.add(matcher.group(2) == null ? null : matcher.group(2).replace("''", "'"));
        }
        return parameters;
    }

    private Map<Path, Integer> lines() throws IOException {
        Map<Path, Integer> lines = new HashMap<>();
        for (Path file : files()) {
            lines.put(file, Files.readAllLines(file).size());
        }
        return lines;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(logs)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private List<Map<?, ?>> since(Map<Path, Integer> before) throws IOException {
        List<Map<?, ?>> entries = new ArrayList<>();
        for (Path file : files()) {
            List<String> lines = Files.readAllLines(file);
            for (String line : lines.subList(before.getOrDefault(file, 0), lines.size())) {
                if (line.endsWith("}")) {
                    entries.add((Map<?, ?>) Objects.requireNonNull(Http.json(line)));
                }
            }
        }
        return entries;
    }

    /** A member of an entry as text; null if it is absent. */
    private static String text(Map<?, ?> entry, String member) {
        return String.valueOf(entry.get(member));
    }
}
