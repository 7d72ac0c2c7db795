package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.Urgency;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The stored fields of a case that a body may set, in the order of the specification. Their names are their columns. */
public enum TaskField {
    LABEL(Column.TEXT, null),
    PRIORITY(Column.SMALLINT, 3),
    STATUS(Column.TEXT, CaseStatus.PARKED.wireName()),
    CASE_TYPE(Column.TEXT, null),
    DETECTIVE(Column.TEXT, null),
    URGENCY_LEVEL(Column.TEXT, Urgency.ROUTINE.wireName()),
    REPOSITORY_CONTEXT(Column.TEXT, null),
    NOTES(Column.TEXT, null),
    EVIDENCE_TAGS(Column.LIST, Data.list()),
    CASE_LINKS(Column.LIST, Data.list()),
    SCHEDULED_DATE(Column.DATE, null),
    DUE_DATE(Column.DATE, null),
    RECURRING_TEMPLATE_ID(Column.TEXT, null),
    RECURRENCE_DATE(Column.DATE, null),
    PREVIOUS_INSTANCE_ID(Column.TEXT, null),
    LAST_VIEWED(Column.TIME, null),
    CURRENT_RESUME(Column.TEXT, null),
    CONSCIOUSNESS_LINKS(Column.MAP, Data.map()),
    PINNED(Column.TRUTH, false),
    CLASSIFICATION(Column.TEXT, "work");

    /** Those that only a replacement or a template sets; a client cannot change them in part. */
    public static final Set<TaskField> GIVEN =
            Set.of(RECURRING_TEMPLATE_ID, RECURRENCE_DATE, PREVIOUS_INSTANCE_ID, LAST_VIEWED);

    private static final Map<String, TaskField> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(TaskField::wireName, Function.identity()));

    /** How a field is stored. */
    enum Column {
        TEXT,
        SMALLINT,
        DATE,
        TIME,
        TRUTH,
        /** JSON text of an array; never null. */
        LIST,
        /** JSON text of an object; never null. */
        MAP
    }

    private final String wireName;
    private final Column column;
    private final @Nullable Object absent;

    TaskField(Column column, @Nullable Object absent) {
        this.wireName = name().toLowerCase(Locale.ROOT);
        this.column = column;
        this.absent = absent;
    }

    /** The name as it is served, and the name of the column. */
    public String wireName() {
        return wireName;
    }

    Column column() {
        return column;
    }

    /** Its default. */
    public @Nullable Object absent() {
        return absent;
    }

    /** The field of this name, or null. */
    public static @Nullable TaskField of(String name) {
        return BY_NAME.get(name);
    }
}
