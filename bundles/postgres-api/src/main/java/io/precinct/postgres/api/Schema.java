package io.precinct.postgres.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a domain: an SQL schema and the migrations that lead to it, oldest first. A migration that was released is
 * never changed.
 *
 * @param name of the SQL schema; created before the first migration
 * @param migrations each run once, in order, each in a transaction of its own
 */
public record Schema(String name, List<Migration> migrations) {
    /**
     * One step.
     *
     * @param name say {@code 001-cases.sql}
     * @param sql statements, separated by semicolons
     */
    public record Migration(String name, String sql) {}

    public Schema {
        migrations = List.copyOf(migrations);
    }

    /** A schema whose migrations are files beside a class. */
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
