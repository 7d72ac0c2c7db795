package io.precinct.postgres.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a domain: an SQL schema and the migrations that create it. A released migration must never be changed.
 *
 * @param name the name of the SQL schema, which is created before the first migration
 * @param migrations oldest first; each runs once, in order, in its own transaction
 */
public record Schema(String name, List<Migration> migrations) {
    /**
     * A migration.
     *
     * @param name such as {@code 001-cases.sql}
     * @param sql statements, separated by semicolons
     */
    public record Migration(String name, String sql) {}

    public Schema {
        migrations = List.copyOf(migrations);
    }

    /** Returns a schema whose migrations are resources in the package of a class. */
    public static Schema of(String name, Class<?> beside, String... files) {
        List<Migration> migrations = new ArrayList<>();
        for (String file : files) {
            migrations.add(new Migration(file, text(beside, file)));
        }
        return new Schema(name, migrations);
    }

    private static String text(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no migration " + file + " beside " + beside.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the migration " + file + " cannot be read", e);
        }
    }
}
