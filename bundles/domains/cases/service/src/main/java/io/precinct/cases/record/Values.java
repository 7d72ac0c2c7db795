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
 * The values of {@link TaskField#STORED} as they are served: strings (dates and times too), integers, booleans, frozen lists
 * and maps. Immutable.
 */
public final class Values {
    /** The defaults of a new case; without a label. */
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

    /** Wraps an array that is indexed by ordinal and that the caller no longer uses. */
    static Values over(@Nullable Object[] values) {
        return new Values(values);
    }

    /** The value of a field. */
    public @Nullable Object get(TaskField field) {
        return values[field.ordinal()];
    }

    /** The value of a field that is text, or null. */
    public @Nullable String text(TaskField field) {
        return (String) values[field.ordinal()];
    }

    /** The status; every case has one. */
    public CaseStatus status() {
        return CaseStatus.of(Objects.requireNonNull(text(TaskField.STATUS)));
    }

    /** The urgency; every case has one. */
    public Urgency urgency() {
        return Urgency.of(Objects.requireNonNull(text(TaskField.URGENCY_LEVEL)));
    }

    /** The same values with this status. */
    public Values with(CaseStatus status) {
        return with(TaskField.STATUS, status.wireName());
    }

    /** The elements of a field that is a list of strings. */
    public List<String> texts(TaskField field) {
        return values[field.ordinal()] instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The same values but one. */
    public Values with(TaskField field, @Nullable Object value) {
        @Nullable Object[] copy = values.clone();
        copy[field.ordinal()] = Data.freeze(value);
        return new Values(copy);
    }

    /** The same values but these. */
    public Values withAll(Map<TaskField, ? extends @Nullable Object> changes) {
        @Nullable Object[] copy = values.clone();
        changes.forEach((field, value) -> copy[field.ordinal()] = Data.freeze(value));
        return new Values(copy);
    }

    /** The fields in which these values differ from {@code before}, in order. */
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
