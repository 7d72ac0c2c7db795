package io.precinct.cases.query;

import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What lists can be sorted by: the sort key, then when the case was created, then its id; each has an index. */
enum SortOrder {
    CREATED_AT("created_at", Kind.TIME, false),
    UPDATED_AT("updated_at", Kind.TIME, false),
    PRIORITY("priority", Kind.NUMBER, false),
    URGENCY_LEVEL("urgency_rank", Kind.NUMBER, false),
    DUE_DATE("due_date", Kind.DATE, true),
    SCHEDULED_DATE("scheduled_date", Kind.DATE, true);

    private enum Kind {
        TIME,
        NUMBER,
        DATE
    }

    private final String column;
    private final Kind kind;
    private final boolean nullable;

    SortOrder(String column, Kind kind, boolean nullable) {
        this.column = column;
        this.kind = kind;
        this.nullable = nullable;
    }

    static SortOrder of(ListRequest page) {
        return valueOf(page.sort().toUpperCase(Locale.ROOT));
    }

    /** Whether cases without a value come after all others, in either direction. */
    boolean nullable() {
        return nullable;
    }

    String column() {
        return column;
    }

    /** The columns of the key. */
    List<String> columns() {
        return kind == Kind.TIME ? List.of(column, "id") : List.of(column, "created_at", "id");
    }

    /** The key of a case as a cursor holds it. */
    List<@Nullable Object> keyOf(Task task) {
        var key = new ArrayList<@Nullable Object>(3);
        key.add(
                switch (this) {
                    case CREATED_AT -> Timestamps.text(task.createdAt());
                    case UPDATED_AT -> Timestamps.text(task.updatedAt());
                    case PRIORITY -> task.get(TaskField.PRIORITY);
                    case URGENCY_LEVEL -> task.values().urgency().rank();
                    case DUE_DATE -> task.get(TaskField.DUE_DATE);
                    case SCHEDULED_DATE -> task.get(TaskField.SCHEDULED_DATE);
                });
        if (kind != Kind.TIME) {
            key.add(Timestamps.text(task.createdAt()));
        }
        key.add(task.id());
        return key;
    }

    /**
     * A cursor's key as arguments of SQL.
     *
     * @throws Refusal 422 if it is none of this order
     */
    List<@Nullable Object> arguments(List<@Nullable Object> key) {
        try {
            if (key.size() == columns().size()) {
                var arguments = new ArrayList<@Nullable Object>(3);
                arguments.add(first(key.getFirst()));
                if (kind != Kind.TIME) {
                    arguments.add(Instant.parse(text(key.get(1))));
                }
                arguments.add(text(key.getLast()));
                return arguments;
            }
        } catch (DateTimeException | ClassCastException | NullPointerException e) {
            throw foreign();
        }
        throw foreign();
    }

    private @Nullable Object first(@Nullable Object value) {
        if (value == null && nullable) {
            return null;
        }
        return switch (kind) {
            case TIME -> Instant.parse(text(value));
            case NUMBER -> ((Number) Objects.requireNonNull(value)).intValue();
            case DATE -> LocalDate.parse(text(value));
        };
    }

    private static String text(@Nullable Object value) {
        return (String) Objects.requireNonNull(value);
    }

    private static Refusal foreign() {
        return Refusal.invalid(List.of(ListRequest.FOREIGN_CURSOR));
    }
}
