package io.precinct.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.precinct.api.data.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The floor of the cases benchmark: raw Jetty with HikariCP and pgjdbc. {@code /replay/<n>} executes the statements
 * that were recorded for the product's n-th request and prints their rows; {@code /patch/<id>} changes a label with its
 * note and its event. Argument: the file of recordings; the environment names the database.
 */
public final class CasesFloor {
    private static final int CONNECTIONS = 10;

    private CasesFloor() {}

    /** Serves until it is ended. */
    public static void main(String[] arguments) throws Exception {
        List<CaseStatements.Replay> recordings = CaseStatements.Replay.read(Path.of(arguments[0]));
        var pool = new HikariConfig();
        pool.setJdbcUrl(System.getenv("BENCH_URL") + (System.getenv("BENCH_URL").contains("?") ? "&" : "?")
                + "stringtype=unspecified");
        pool.setUsername(System.getenv("BENCH_USER"));
        pool.setPassword(System.getenv("BENCH_PASSWORD"));
        pool.setMaximumPoolSize(CONNECTIONS);
        RawJetty.serve(new VirtualThreadPool(0), new Answering(new HikariDataSource(pool), recordings));
    }

    private static final class Answering extends Handler.Abstract {
        private static final String WRITE = """
                UPDATE cases.task SET version = ?, updated_at = ?, note_count = ?, next_note = ?, field_versions = ?,
                    label = ? WHERE id = ?;
                INSERT INTO cases.note (task_id, position, note_id, timestamp, event_type, content, detective, edited_at,
                    edited_by, changes) VALUES (?, ?, ?, ?, 'field_updated', 'Updated label', 'bench', NULL, NULL, ?);
                INSERT INTO events.outbox (topic, type, principal, data) VALUES ('cases', 'case', NULL, ?)""";

        private final HikariDataSource pool;
        private final List<CaseStatements.Replay> recordings;

        Answering(HikariDataSource pool, List<CaseStatements.Replay> recordings) {
            this.pool = pool;
            this.recordings = recordings;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String[] path = request.getHttpURI().getPath().split("/");
            byte[] body;
            if (path[1].equals("replay")) {
                body = replayed(recordings.get(Integer.parseInt(path[2])));
            } else {
                ByteBuffer label = Content.Source.asByteBuffer(request);
                body = patched(path[2], StandardCharsets.UTF_8.decode(label).toString());
            }
            response.getHeaders().put("Content-Type", "application/json");
            response.getHeaders().put("Content-Length", body.length);
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }

        private byte[] replayed(CaseStatements.Replay replay) throws SQLException {
            var text = new StringBuilder(4096);
            try (Connection connection = pool.getConnection()) {
                if (replay.together()) {
                    replay(connection, replay.statements(), text);
                } else {
                    connection.setAutoCommit(false);
                    for (CaseStatements.Recorded one : replay.statements()) {
                        replay(connection, List.of(one), text);
                    }
                    connection.commit();
                }
            }
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        /** Executes the statements in one round trip. */
        private static void replay(Connection connection, List<CaseStatements.Recorded> statements, StringBuilder text)
                throws SQLException {
            String sql = sql(statements);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int at = 0;
                for (CaseStatements.Recorded one : statements) {
                    for (String parameter : one.parameters()) {
                        statement.setString(++at, parameter);
                    }
                }
                for (boolean more = statement.execute(); more; more = statement.getMoreResults()) {
                    try (ResultSet rows = statement.getResultSet()) {
                        print(rows, text);
                    }
                }
            }
        }

        private static String sql(List<CaseStatements.Recorded> statements) {
            return statements.size() == 1
                    ? statements.getFirst().sql()
                    : statements.stream().map(CaseStatements.Recorded::sql).collect(Collectors.joining(";\n"));
        }

        private static void quote(StringBuilder text, @Nullable String value) {
            if (value == null) {
                text.append("null");
                return;
            }
            text.append('"');
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '"' || c == '\\') {
                    text.append('\\');
                }
                text.append(c < ' ' ? ' ' : c);
            }
            text.append('"');
        }

        private static void print(ResultSet rows, StringBuilder text) throws SQLException {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                text.append(text.isEmpty() ? "[" : ",\n[");
                for (int i = 1; i <= columns; i++) {
                    quote(i == 1 ? text : text.append(','), rows.getString(i));
                }
                text.append(']');
            }
        }

        /** Reads and locks the case with the statements of the recorded change, then writes. */
        private byte[] patched(String id, String label) throws SQLException {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                var text = new StringBuilder(4096);
                Locked locked = lock(connection, id, text);
                String answer = "[" + text + "]";
                try (PreparedStatement write = connection.prepareStatement(WRITE)) {
                    bind(write, id, label, locked, answer);
                    write.execute();
                }
                connection.commit();
                return answer.getBytes(StandardCharsets.UTF_8);
            }
        }

        /** The state of the locked case. */
        private record Locked(long version, int notes, int next) {}

        private Locked lock(Connection connection, String id, StringBuilder text) throws SQLException {
            List<CaseStatements.Recorded> recorded = recordings.getLast().statements();
            try (PreparedStatement statement = connection.prepareStatement(sql(recorded))) {
                // each of them asks for the case, its notes or its redactions by the id
                for (int n = 1; n <= recorded.size(); n++) {
                    statement.setString(n, id);
                }
                statement.execute();
                Locked locked;
                try (ResultSet row = statement.getResultSet()) {
                    row.next();
                    locked = new Locked(row.getLong("version"), row.getInt("note_count"), row.getInt("next_note"));
                    quote(text, row.getString("label"));
                }
                statement.getMoreResults();
                try (ResultSet rows = statement.getResultSet()) {
                    print(rows, text);
                }
                return locked;
            }
        }

        private static void bind(PreparedStatement write, String id, String label, Locked locked, String answer)
                throws SQLException {
            OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
            write.setLong(1, locked.version() + 1);
            write.setObject(2, now);
            write.setInt(3, locked.notes() + 1);
            write.setInt(4, locked.next() + 1);
            write.setString(5, "{\"label\":" + (locked.version() + 1) + "}");
            write.setString(6, label);
            write.setString(7, id);
            write.setString(8, id);
            write.setInt(9, locked.next());
            write.setString(
                    10, "note-%08x".formatted(ThreadLocalRandom.current().nextInt()));
            write.setObject(11, now);
            write.setString(12, "[{\"field\":\"label\",\"old\":\"x\",\"new\":" + Json.compact(label) + "}]");
            write.setString(13, answer);
        }
    }
}
