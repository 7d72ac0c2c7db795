package io.precinct.rest.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Selects the rows of a list by constant SQL with bound arguments. Immutable.
 *
 * <pre>{@code
 * Condition.of("enabled = :enabled").bind("enabled", true)
 * }</pre>
 *
 * @param sql the condition after {@code WHERE}; must never contain text from a client
 * @param arguments the arguments by the names that {@code sql} contains after a colon
 * @since 1.3
 */
public record Condition(String sql, Map<String, Object> arguments) {
    /** Selects every row. */
    public static final Condition ANY = of("true");

    public Condition {
        arguments = Map.copyOf(arguments);
    }

    /** Selects the rows that match this SQL condition. */
    public static Condition of(String sql) {
        return new Condition(sql, Map.of());
    }

    /** Selects the rows with this value in the column. */
    public static <V> Condition equal(Column<V> column, V value) {
        Object bound = Objects.requireNonNull(column.bound(value), column::name);
        return of(column.name() + " = :" + column.name()).bind(column.name(), bound);
    }

    /** Returns the same condition with an argument. */
    public Condition bind(String name, Object value) {
        var all = new LinkedHashMap<>(arguments);
        all.put(name, value);
        return new Condition(sql, all);
    }
}
