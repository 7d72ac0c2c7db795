package io.precinct.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.precinct.api.data.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * The floor of the cases benchmark: raw Jetty over HikariCP and pgjdbc. {@code /replay/<n>} executes the statements that
 * were recorded of the product's n-th request and prints their rows; {@code /patch/<id>} changes a label with its note and
 * its event. Arguments: the file of recordings, one a line group; the database is named by the environment.
 */
public final class CasesFloor {
    private static final int CONNECTIONS = 10;

    private CasesFloor() {}

    /** Serves until it is ended. */
    public static void main(String[] arguments) throws Exception {
        List<List<CaseStatements.Recorded>> recordings = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            if (line.isEmpty()) {
                recordings.add(new ArrayList<>());
            } else {
                recordings.getLast().add(CaseStatements.Recorded.read(line));
            }
        }
        var pool = new HikariConfig();
        pool.setJdbcUrl(System.getenv("BENCH_URL") + (System.getenv("BENCH_URL").contains("?") ? "&" : "?")
                + "stringtype=unspecified");
        pool.setUsername(System.getenv("BENCH_USER"));
        pool.setPassword(System.getenv("BENCH_PASSWORD"));
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setAutoCommit(false);

        var server = new Server(new VirtualThreadPool(0));
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        var connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Answering(new HikariDataSource(pool), recordings));
        server.start();
        System.out.println("floor ready on http://127.0.0.1:" + connector.getLocalPort());
        server.join();
    }

    private static final class Answering extends Handler.Abstract {
        private static final String LOCK =
                "SELECT version, note_count, next_note, field_versions FROM cases.task WHERE id = ? FOR NO KEY UPDATE";
        private static final String WRITE =
                "UPDATE cases.task SET version = ?, updated_at = ?, note_count = ?, next_note = ?,"
                        + " field_versions = ?, label = ? WHERE id = ?;"
                        + " INSERT INTO cases.note (task_id, position, note_id, timestamp, event_type, content, detective, changes)"
                        + " VALUES (?, ?, ?, ?, 'field_updated', ?, 'bench', ?);"
                        + " INSERT INTO events.outbox (topic, type, principal, data) VALUES ('cases', 'case', NULL, ?)";

        private final HikariDataSource pool;
        private final List<List<CaseStatements.Recorded>> recordings;

        Answering(HikariDataSource pool, List<List<CaseStatements.Recorded>> recordings) {
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

        private byte[] replayed(List<CaseStatements.Recorded> statements) throws SQLException {
            var text = new StringBuilder(4096);
            try (Connection connection = pool.getConnection()) {
                for (CaseStatements.Recorded one : statements) {
                    replay(connection, one, text);
                }
                connection.commit();
            }
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        private static void replay(Connection connection, CaseStatements.Recorded one, StringBuilder text)
                throws SQLException {
            String sql = one.sql().replaceAll("\\$\\d+", "?");
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < one.parameters().size(); i++) {
                    statement.setString(i + 1, one.parameters().get(i));
                }
                try (ResultSet rows = statement.executeQuery()) {
                    int columns = rows.getMetaData().getColumnCount();
                    while (rows.next()) {
                        text.append('[');
                        for (int i = 1; i <= columns; i++) {
                            text.append(i == 1 ? "" : ",").append(Json.compact(rows.getString(i)));
                        }
                        text.append("]\n");
                    }
                }
            }
        }

        private byte[] patched(String id, String body) throws SQLException {
            try (Connection connection = pool.getConnection()) {
                long version;
                int notes;
                int next;
                try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
                    lock.setString(1, id);
                    try (ResultSet row = lock.executeQuery()) {
                        row.next();
                        version = row.getLong(1) + 1;
                        notes = row.getInt(2) + 1;
                        next = row.getInt(3);
                    }
                }
                OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
                String answer =
                        "{\"id\":\"" + id + "\",\"version\":" + version + ",\"label\":" + Json.compact(body) + "}";
                try (PreparedStatement write = connection.prepareStatement(WRITE)) {
                    write.setLong(1, version);
                    write.setObject(2, now);
                    write.setInt(3, notes);
                    write.setInt(4, next + 1);
                    write.setString(5, "{\"label\":" + version + "}");
                    write.setString(6, body);
                    write.setString(7, id);
                    write.setString(8, id);
                    write.setInt(9, next);
                    write.setString(
                            10,
                            "note-%08x".formatted(ThreadLocalRandom.current().nextInt()));
                    write.setObject(11, now);
                    write.setString(12, "label changed");
                    write.setString(13, "[{\"field\":\"label\",\"old\":\"x\",\"new\":" + Json.compact(body) + "}]");
                    write.setString(14, answer);
                    write.execute();
                }
                connection.commit();
                return answer.getBytes(StandardCharsets.UTF_8);
            }
        }
    }
}
