package io.precinct.rest.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Which rows a list has: SQL that is fixed, with what is bound to its names. Immutable.
 *
 * <pre>{@code
 * Condition.of("enabled = :enabled").bind("enabled", true)
 * }</pre>
 *
 * @param sql what follows {@code WHERE}; never made of what a client sent
 * @param arguments by the names that stand in it behind a colon
 * @since 1.3
 */
public record Condition(String sql, Map<String, Object> arguments) {
    /** Every row. */
    public static final Condition ANY = of("true");

    public Condition {
        arguments = Map.copyOf(arguments);
    }

    /** The rows for which this holds. */
    public static Condition of(String sql) {
        return new Condition(sql, Map.of());
    }

    /** The rows in whose column this value stands. */
    public static <V> Condition equal(Column<V> column, V value) {
        Object bound = Objects.requireNonNull(column.bound(value), column::name);
        return of(column.name() + " = :" + column.name()).bind(column.name(), bound);
    }

    /** The same with an argument. */
    public Condition bind(String name, Object value) {
        var all = new LinkedHashMap<>(arguments);
        all.put(name, value);
        return new Condition(sql, all);
    }
}
