package io.precinct.rest.api;

import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MapBuilder;
import io.precinct.postgres.api.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows represent objects of one kind: its columns, its rows as objects, and pages of them. Immutable and
 * thread-safe.
 *
 * @param <T> the objects
 * @since 1.3
 */
public final class Table<T> {
    private final String name;
    private final Resource<T> resource;
    private final Column<String> key;
    private final List<Column<?>> more;
    private final @Nullable String document;
    private final Rows<T> rows;

    /** Creates an object from a row. */
    @FunctionalInterface
    public interface Rows<T> {
        /** Returns the object in the row. */
        T of(Row row) throws SQLException;
    }

    /**
     * A page of a list.
     *
     * @param items at most as many items as requested
     * @param total the number of items on all pages
     * @param last the sort key of the last item if more follow, else null; for {@link ListRequest#reply}
     */
    public record Page<T>(
            List<T> items, long total, @Nullable List<@Nullable Object> last) {
        /** Returns the same page with each item converted. */
        public <U> Page<U> map(Function<? super T, ? extends U> as) {
            return new Page<>(items.stream().<U>map(as).toList(), total, last);
        }
    }

    private Table(
            String name,
            Resource<T> resource,
            Column<String> key,
            List<Column<?>> more,
            @Nullable String document,
            Rows<T> rows) {
        this.name = name;
        this.resource = resource;
        this.key = key;
        this.more = List.copyOf(more);
        this.document = document;
        this.rows = rows;
    }

    /**
     * Returns a table.
     *
     * @param name with its schema: {@code lending.tool}
     * @param resource the members, some of which have columns in the table
     * @param key the property that identifies a row
     * @param rows creates an object from a row
     */
    public static <T> Table<T> of(String name, Resource<T> resource, Property<T, String> key, Rows<T> rows) {
        return new Table<>(name, resource, key.column(), List.of(), null, rows);
    }

    /** Returns the same table with columns that clients do not see. */
    public Table<T> with(Column<?>... hidden) {
        return new Table<>(name, resource, key, List.of(hidden), document, rows);
    }

    /**
     * Returns the same table; fields that clients give and that have no own column are stored in this column, as one
     * JSON object.
     */
    public Table<T> document(String column) {
        return new Table<>(name, resource, key, more, column, rows);
    }

    /** Returns the statement {@code SELECT id, name FROM lending.tool}. */
    public String select() {
        return "SELECT " + columns() + " FROM " + name;
    }

    /** Returns the columns for use after {@code SELECT} and {@code RETURNING}. */
    public String columns() {
        Stream<String> shown = resource.properties().stream()
                .filter(Property::hasColumn)
                .map(property -> property.column().name());
        Stream<String> all = Stream.concat(shown, more.stream().map(Column::name));
        return Stream.concat(all, Stream.ofNullable(document)).distinct().collect(Collectors.joining(", "));
    }

    /** Returns the assignments for what {@link #bind} binds, for use after {@code SET}: {@code name = :name}. */
    public String assignments() {
        return given().map(column -> column + " = :" + column).collect(Collectors.joining(", "));
    }

    /** Returns the columns that {@link #bind} binds: {@code name, details}. */
    public String givenColumns() {
        return given().collect(Collectors.joining(", "));
    }

    /** Returns the values that {@link #bind} binds, for use after {@code VALUES}: {@code :name, :details}. */
    public String givenValues() {
        return given().map(column -> ":" + column).collect(Collectors.joining(", "));
    }

    private Stream<String> given() {
        Stream<String> own = resource.properties().stream()
                .filter(property -> property.given() != null && property.hasColumn())
                .map(property -> property.column().name());
        return Stream.concat(own, Stream.ofNullable(document));
    }

    /** Binds the values that clients give to the names of its columns. */
    public <S extends SqlStatement<S>> S bind(S statement, FieldValues values) {
        S bound = statement;
        MapBuilder rest = Data.mapBuilder();
        for (Property<? super T, ?> property : resource.properties()) {
            Field<?> field = property.given();
            if (field == null) {
                continue;
            }
            Object value = values.get(field);
            if (property.hasColumn()) {
                bound = bind(bound, property.column(), value);
            } else if (value != null) {
                rest.put(field.name(), field.plain(value));
            }
        }
        return document == null ? bound : bound.bind(document, Json.compact(rest.build()));
    }

    @SuppressWarnings("unchecked") // a property and its column have values of the same type
    private static <S extends SqlStatement<S>, V> S bind(S statement, Column<V> column, @Nullable Object value) {
        return statement.bind(column.name(), column.bound((V) value));
    }

    FieldValues given(ResultSet row) throws SQLException {
        Map<String, Object> values = new LinkedHashMap<>();
        List<Field<?>> rest = new ArrayList<>();
        for (Property<? super T, ?> property : resource.properties()) {
            Field<?> field = property.given();
            if (field == null) {
                continue;
            }
            if (property.hasColumn()) {
                Object value = property.column().in(row);
                if (value != null) {
                    values.put(field.name(), value);
                }
            } else {
                rest.add(field);
            }
        }
        if (document != null) {
            Form.stored(StoredJson.map(row.getString(document)), rest, values);
        }
        return new FieldValues(values);
    }

    /** Converts a row to an object, as a {@code RowMapper} of JDBI. */
    public T map(ResultSet row, StatementContext context) throws SQLException {
        return rows.of(new Row(row, this));
    }

    /**
     * Returns a page by keyset pagination: sorted by a property that has a column, and by the key among equal values.
     *
     * @param request its {@code sort} names such a property, which must not be null in any row of the list
     * @throws Refusal 422 if the cursor does not belong to this list
     */
    public Page<T> page(Transaction transaction, ListRequest request, Condition condition) {
        Property<? super T, ?> sort = resource.properties().stream()
                .filter(property -> property.name().equals(request.sort()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " is not sorted by " + request.sort()));
        String by = sort.column().name();
        String direction = request.descending() ? " DESC" : "";
        List<@Nullable Object> after = request.after();
        String beyond = after == null
                ? ""
                : " AND (" + by + ", " + key.name() + ") " + (request.descending() ? "<" : ">")
                        + " (:after_sort, :after_key)";
        Query query = transaction
                .createQuery(select() + " WHERE (" + condition.sql() + ")" + beyond + " ORDER BY " + by + direction
                        + ", " + key.name() + direction + " LIMIT :page_limit")
                .bindMap(condition.arguments())
                .bind("page_limit", request.limit() + 1);
        if (after != null) {
            query.bind("after_sort", keyset(sort.column().type(), after)).bind("after_key", after.getLast());
        }
        List<T> items = new ArrayList<>(query.map(this::map).list());
        boolean more = items.size() > request.limit();
        if (more) {
            items.removeLast();
        }
        long total = transaction
                .createQuery("SELECT count(*) FROM " + name + " WHERE (" + condition.sql() + ")")
                .bindMap(condition.arguments())
                .mapTo(Long.class)
                .one();
        return new Page<>(items, total, more ? last(sort, items.getLast()) : null);
    }

    private List<@Nullable Object> last(Property<? super T, ?> sort, T item) {
        return Arrays.asList(cursor(sort, item), cursor(keyProperty(), item));
    }

    private Property<? super T, ?> keyProperty() {
        return resource.properties().stream()
                .filter(property -> property.hasColumn() && property.column().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** Converts the sort key of a cursor, which comes from the client, and refuses an invalid one. */
    private static <V> Object keyset(Type<V> type, List<@Nullable Object> after) {
        Object first = after.getFirst();
        V value = first != null && after.size() == 2 && after.getLast() instanceof String
                ? Form.of(Data.map("cursor", first)).read("cursor", type)
                : null;
        if (value == null) {
            throw Refusal.invalid(List.of(ListRequest.FOREIGN_CURSOR));
        }
        return type.carried(value);
    }

    /** Returns the value as plain data, with the full precision of a time. */
    private static <T, V> @Nullable Object cursor(Property<? super T, V> property, T item) {
        V value = property.of(item);
        if (value == null) {
            return null;
        }
        Object carried = property.column().type().carried(value);
        return carried instanceof Number ? carried : carried.toString();
    }

    /** Returns the row with a key, or null. */
    public @Nullable T find(Transaction transaction, String id) {
        return one(transaction, id, "");
    }

    /** Returns the row with a key, or null, and locks it until the transaction ends. */
    public @Nullable T lock(Transaction transaction, String id) {
        return one(transaction, id, " FOR UPDATE");
    }

    private @Nullable T one(Transaction transaction, String id, String lock) {
        return transaction
                .createQuery(select() + " WHERE " + key.name() + " = :key" + lock)
                .bind("key", id)
                .map(this::map)
                .findOne()
                .orElse(null);
    }

    @Override
    public String toString() {
        return name;
    }
}
