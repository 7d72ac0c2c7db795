package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.Urgency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@link TaskField#STORED} in the form in which they are served: strings (also for dates and times),
 * integers, booleans, frozen lists and maps. Immutable.
 */
public final class Values {
    /** The defaults of a new case; the label is null. */
    public static final Values ABSENT = absent();

    private final @Nullable Object[] values;

    private Values(@Nullable Object[] values) {
        this.values = values;
    }

    private static Values absent() {
        var values = new @Nullable Object[TaskField.values().length];
        for (TaskField field : TaskField.STORED) {
            values[field.ordinal()] = field.absent();
        }
        return new Values(values);
    }

    /** Wraps an array that is indexed by ordinal; the caller must not use it afterwards. */
    static Values over(@Nullable Object[] values) {
        return new Values(values);
    }

    /** Returns the value of a field. */
    public @Nullable Object get(TaskField field) {
        return values[field.ordinal()];
    }

    /** Returns the value of a text field, or null. */
    public @Nullable String text(TaskField field) {
        return (String) values[field.ordinal()];
    }

    /** Returns the status; every case has one. */
    public CaseStatus status() {
        return CaseStatus.of(Objects.requireNonNull(text(TaskField.STATUS)));
    }

    /** Returns the urgency; every case has one. */
    public Urgency urgency() {
        return Urgency.of(Objects.requireNonNull(text(TaskField.URGENCY_LEVEL)));
    }

    /** Returns the same values with this status. */
    public Values with(CaseStatus status) {
        return with(TaskField.STATUS, status.wireName());
    }

    /** Returns the elements of a field that is a list of strings; empty if the value is not a list. */
    public List<String> texts(TaskField field) {
        return values[field.ordinal()] instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the same values with one changed. */
    public Values with(TaskField field, @Nullable Object value) {
        @Nullable Object[] copy = values.clone();
        copy[field.ordinal()] = Data.freeze(value);
        return new Values(copy);
    }

    /** Returns the same values with these changes. */
    public Values withAll(Map<TaskField, ? extends @Nullable Object> changes) {
        @Nullable Object[] copy = values.clone();
        changes.forEach((field, value) -> copy[field.ordinal()] = Data.freeze(value));
        return new Values(copy);
    }

    /** Returns the fields whose values differ from {@code before}, in order. */
    public List<TaskField> changedFrom(Values before) {
        var changed = new ArrayList<TaskField>(4);
        for (TaskField field : TaskField.STORED) {
            int i = field.ordinal();
            if (values[i] != before.values[i] && !Data.equal(values[i], before.values[i])) {
                changed.add(field);
            }
        }
        return changed;
    }
}
