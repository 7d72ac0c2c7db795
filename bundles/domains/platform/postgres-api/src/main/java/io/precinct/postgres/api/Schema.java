package io.precinct.postgres.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a domain: an SQL schema and the migrations that create it. A released migration must never be changed.
 * An earlier version, with only the first of the migrations, works on the database if all further ones {@linkplain
 * Kind#EXPAND expand} it.
 *
 * @param name the name of the SQL schema, which is created before the first migration
 * @param migrations oldest first; each runs once, in order, in its own transaction
 */
public record Schema(String name, List<Migration> migrations) {
    /**
     * A migration. It declares {@link Kind what it means} for the version before it by a comment above its first
     * statement: {@code -- precinct: expand}.
     *
     * @param name such as {@code 001-cases.sql}
     * @param sql statements, separated by semicolons
     * @throws IllegalArgumentException if it declares something else
     */
    public record Migration(String name, String sql) {
        private static final Pattern DECLARATION = Pattern.compile("--\\s*precinct:(.*)");

        public Migration {
            String declared = declared(sql);
            if (declared != null && Kind.of(declared) == Kind.UNDECLARED) {
                throw new IllegalArgumentException("migration " + name + " declares 'precinct: " + declared
                        + "', expected 'precinct: expand' or 'precinct: contract'");
            }
        }

        /**
         * What it means for the version before it.
         *
         * @since 2.2
         */
        public Kind kind() {
            return Kind.declaredIn(sql);
        }

        private static @Nullable String declared(String sql) {
            for (String line : sql.lines().map(String::strip).toList()) {
                Matcher declaration = DECLARATION.matcher(line);
                if (declaration.matches()) {
                    return declaration.group(1).strip();
                }
                if (!line.isEmpty() && !line.startsWith("--")) {
                    return null;
                }
            }
            return null;
        }
    }

    /**
     * Whether the version before a migration works on a database after it.
     *
     * @since 2.2
     */
    public enum Kind {
        /** It works: the migration only adds what that version does not touch, such as a table or a column with a default. */
        EXPAND,
        /** It does not: the migration takes away, renames or narrows what that version uses. */
        CONTRACT,
        /** Unknown, and taken for a contract. */
        UNDECLARED;

        /**
         * What SQL declares, if this version knows it. SQL that a database recorded may come from any version, so that it
         * may declare something else.
         *
         * @since 2.2
         */
        public static Kind declaredIn(String sql) {
            return of(Migration.declared(sql));
        }

        private static Kind of(@Nullable String declared) {
            return switch (declared) {
                case "expand" -> EXPAND;
                case "contract" -> CONTRACT;
                case null, default -> UNDECLARED;
            };
        }
    }

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
