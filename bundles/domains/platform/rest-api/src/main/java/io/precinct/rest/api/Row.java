package io.precinct.rest.api;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of a {@link Table}. Valid while its query is being read; not thread-safe.
 *
 * @since 1.3
 */
public final class Row {
    private final ResultSet row;
    private final Table<?> table;

    Row(ResultSet row, Table<?> table) {
        this.row = row;
        this.table = table;
    }

    /** Returns the value of a column, or null. */
    public <V> @Nullable V get(Column<V> column) throws SQLException {
        return column.in(row);
    }

    /** Returns the value of the column of a property, or null. */
    public <V> @Nullable V get(Property<?, V> property) throws SQLException {
        return get(property.column());
    }

    /** Returns the value of a column that is never null. */
    public <V> V need(Column<V> column) throws SQLException {
        return Objects.requireNonNull(get(column), column::name);
    }

    /** Returns the value of the column of a property, which is never null. */
    public <V> V need(Property<?, V> property) throws SQLException {
        return need(property.column());
    }

    /** Returns the values that clients gave, from their columns and the {@link Table#document}. */
    public FieldValues given() throws SQLException {
        return table.given(row);
    }
}
