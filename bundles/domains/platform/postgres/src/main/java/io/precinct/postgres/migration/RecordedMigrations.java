package io.precinct.postgres.migration;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.postgres.api.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The migrations that have run on a database, by schema. The embedded database is not started by a check of the
 * configuration, so an instance writes them into a file beside it. Immutable.
 */
public record RecordedMigrations(Map<String, List<Recorded>> schemas) {
    /**
     * A migration that has run.
     *
     * @param sha256 of its SQL, lower-case hex
     * @param kind what it declared, undeclared if this version does not know it
     */
    public record Recorded(String name, String sha256, Schema.Kind kind) {}

    public RecordedMigrations {
        schemas = Map.copyOf(schemas);
    }

    /** The migrations of a schema, in the order in which they ran; none if there is no such schema. */
    List<Recorded> of(String schema) {
        return schemas.getOrDefault(schema, List.of());
    }

    /** Asks a database, which may be a new one. */
    public static RecordedMigrations read(Connection connection) throws SQLException {
        Map<String, List<Recorded>> schemas = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet table = statement.executeQuery("SELECT to_regclass('precinct.migration') IS NOT NULL")) {
                if (!table.next() || !table.getBoolean(1)) {
                    return new RecordedMigrations(schemas);
                }
            }
            try (ResultSet rows = statement.executeQuery(
                    "SELECT schema, name, sha256, sql FROM precinct.migration ORDER BY schema, position")) {
                while (rows.next()) {
                    schemas.computeIfAbsent(rows.getString(1), _ -> new ArrayList<>())
                            .add(recorded(rows.getString(2), rows.getString(3), rows.getString(4)));
                }
            }
        }
        return new RecordedMigrations(schemas);
    }

    static Recorded recorded(String name, String sha256, String sql) {
        return new Recorded(name, sha256, Schema.Kind.declaredIn(sql));
    }

    /**
     * Reads the file that an instance wrote; null if there is none.
     *
     * @throws IOException if it cannot be read
     */
    public static @Nullable RecordedMigrations read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            Map<String, List<Recorded>> schemas = new LinkedHashMap<>();
            for (Map.Entry<?, ?> schema :
                    ((Map<?, ?>) Objects.requireNonNull(Json.read(Files.readString(file)))).entrySet()) {
                List<Recorded> migrations = new ArrayList<>();
                for (Object each : (List<?>) Objects.requireNonNull(schema.getValue())) {
                    Map<?, ?> migration = (Map<?, ?>) each;
                    migrations.add(new Recorded(
                            String.valueOf(migration.get("name")),
                            String.valueOf(migration.get("sha256")),
                            kind(String.valueOf(migration.get("kind")))));
                }
                schemas.put(String.valueOf(schema.getKey()), migrations);
            }
            return new RecordedMigrations(schemas);
        } catch (MalformedJson | RuntimeException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Schema.Kind kind(String name) {
        return Stream.of(Schema.Kind.values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElse(Schema.Kind.UNDECLARED);
    }

    /** Writes them, in one step. */
    public void write(Path file) throws IOException {
        var data = Data.mapBuilder();
        schemas.forEach((schema, migrations) -> data.put(
                schema,
                migrations.stream()
                        .map(each -> Data.map("name", each.name, "sha256", each.sha256, "kind", each.kind.name()))
                        .toList()));
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, Json.compactBytes(data.build()));
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
