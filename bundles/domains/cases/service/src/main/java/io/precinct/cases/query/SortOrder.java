package io.precinct.cases.query;

import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sort order of a list: one of {@link TaskField#SORTS}, then the creation time, then the id. */
record SortOrder(TaskField field) {
    /** The columns that order cases with equal sort keys. */
    static final List<String> TIE = TaskField.names(List.of(TaskField.CREATED_AT, TaskField.ID));

    static SortOrder of(ListRequest page) {
        return new SortOrder(Objects.requireNonNull(TaskField.of(page.sort())));
    }

    /** Whether the sort key may be null; cases without a value come after all others, in either direction. */
    boolean nullable() {
        return field.isNullable();
    }

    String column() {
        return field.comparedColumn();
    }

    private boolean isTime() {
        return field.type().carrier() == Instant.class;
    }

    /** Returns the columns of the sort key. */
    List<String> columns() {
        return isTime() ? List.of(column(), TIE.getLast()) : List.of(column(), TIE.getFirst(), TIE.getLast());
    }

    /** Returns the key of a case in the form that a cursor contains. */
    List<@Nullable Object> keyOf(Task task) {
        var key = new ArrayList<@Nullable Object>(3);
        Object value = field.in(task);
        key.add(value == null ? null : field.compared(value));
        if (!isTime()) {
            key.add(TaskField.CREATED_AT.in(task));
        }
        key.add(task.id());
        return key;
    }

    /**
     * Converts the key of a cursor to SQL arguments.
     *
     * @throws Refusal 422 if the key does not fit this sort order
     */
    List<@Nullable Object> arguments(List<@Nullable Object> key) {
        try {
            if (key.size() == columns().size()) {
                var arguments = new ArrayList<@Nullable Object>(3);
                arguments.add(first(key.getFirst()));
                if (!isTime()) {
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
        if (value == null && nullable()) {
            return null;
        }
        if (isTime()) {
            return Instant.parse(text(value));
        }
        return field.type().carrier() == LocalDate.class
                ? LocalDate.parse(text(value))
                : (Object) ((Number) Objects.requireNonNull(value)).intValue();
    }

    private static String text(@Nullable Object value) {
        return (String) Objects.requireNonNull(value);
    }

    private static Refusal foreign() {
        return Refusal.invalid(List.of(ListRequest.FOREIGN_CURSOR));
    }
}
