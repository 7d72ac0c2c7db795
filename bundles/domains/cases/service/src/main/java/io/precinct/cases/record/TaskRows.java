package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.StoredJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads rows of {@code cases.task} and {@code cases.note} by column position. */
public final class TaskRows {
    private static final int MEMBERS = TaskField.values().length;

    /** The columns that store no value given by clients, in the order in which {@link #task} reads them. */
    private static final List<String> OWN = Stream.concat(
                    TaskField.names(List.of(
                                    TaskField.ID,
                                    TaskField.CREATED_AT,
                                    TaskField.UPDATED_AT,
                                    TaskField.VERSION,
                                    TaskField.NOTE_COUNT))
                            .stream(),
                    Stream.of("next_note", "field_versions"))
            .toList();

    /** The select list of a case, for a table or query with the alias {@code t}; {@link #COLUMN_COUNT} columns. */
    public static final String COLUMNS = columns("t.");

    /** Number of {@link #COLUMNS}; a caller may select more after them. */
    public static final int COLUMN_COUNT = OWN.size() + TaskField.STORED.size();

    private static final List<String> OF_NOTE =
            Stream.concat(Stream.of("position"), Note.RESOURCE.names().stream()).toList();

    /** The select list of a note; {@link #NOTE_COLUMN_COUNT} columns. */
    public static final String NOTE_COLUMNS = noteColumns("");
    /** Number of {@link #NOTE_COLUMNS}. */
    static final int NOTE_COLUMN_COUNT = OF_NOTE.size();

    /** Stands for the fields that never changed, if the first version of the case is not 1. */
    private static final String OTHER_FIELDS = "*";

    private TaskRows() {}

    /** As {@link #COLUMNS}, with this prefix before each column. */
    static String columns(String prefix) {
        return Stream.concat(OWN.stream(), TaskField.names(TaskField.STORED).stream())
                .map(name -> prefix + name)
                .collect(Collectors.joining(", "));
    }

    /** As {@link #NOTE_COLUMNS}, with this prefix before each column. */
    static String noteColumns(String prefix) {
        return OF_NOTE.stream().map(name -> prefix + name).collect(Collectors.joining(", "));
    }

    /** Reads the first {@link #COLUMN_COUNT} columns. */
    public static Task task(ResultSet row) throws SQLException {
        var values = new @Nullable Object[MEMBERS];
        int column = OWN.size();
        for (TaskField field : TaskField.STORED) {
            values[field.ordinal()] = value(row, ++column, field.type().carrier());
        }
        return new Task(
                row.getString(1),
                Timestamps.required(row, 2),
                Timestamps.required(row, 3),
                row.getLong(4),
                row.getInt(5),
                row.getInt(6),
                Values.over(values),
                row.getString(7));
    }

    /** Reads {@link #NOTE_COLUMNS}, starting at column {@code first}. */
    public static Note note(ResultSet row, int first) throws SQLException {
        return new Note(
                row.getInt(first),
                row.getString(first + 1),
                Timestamps.required(row, first + 2),
                row.getString(first + 3),
                row.getString(first + 4),
                row.getString(first + 5),
                Timestamps.read(row, first + 6),
                row.getString(first + 7),
                StoredJson.list(row.getString(first + 8)));
    }

    /** Returns the case from the first result with the notes from the second, or null. */
    static @Nullable CaseWithNotes withNotes(StatementBatch.Results results) throws SQLException {
        List<Task> task = results.rows(TaskRows::task);
        if (task.isEmpty()) {
            return null;
        }
        results.next();
        return new CaseWithNotes(task.getFirst(), results.rows(row -> note(row, 1)));
    }

    private static @Nullable Object value(ResultSet row, int column, Class<?> carrier) throws SQLException {
        if (carrier == String.class) {
            return row.getString(column);
        }
        if (carrier == Long.class) {
            return row.getInt(column);
        }
        if (carrier == Boolean.class) {
            return row.getBoolean(column);
        }
        if (carrier == LocalDate.class) {
            LocalDate date = row.getObject(column, LocalDate.class);
            return date == null ? null : date.toString();
        }
        if (carrier == Instant.class) {
            Instant time = Timestamps.read(row, column);
            return time == null ? null : Timestamps.text(time);
        }
        String document = row.getString(column);
        return carrier == List.class ? StoredJson.list(document) : StoredJson.map(document);
    }

    /** Converts the value of a field to the form that its column stores. */
    static @Nullable Object stored(TaskField field, @Nullable Object value) {
        Class<?> carrier = field.type().carrier();
        if (value == null) {
            return null;
        }
        if (carrier == LocalDate.class) {
            return LocalDate.parse((String) value);
        }
        if (carrier == Instant.class) {
            return OffsetDateTime.parse((String) value);
        }
        return carrier == List.class || carrier == Object.class ? Json.compact(value) : value;
    }

    /** Returns JSON {@code {field: version}} in which these fields have changed in {@code version}. */
    static String fieldVersions(String before, List<TaskField> changed, long version) {
        if (changed.isEmpty()) {
            return before;
        }
        var versions = Data.mapBuilder().putAll(StoredJson.map(before));
        changed.forEach(field -> versions.put(field.wireName(), version));
        return Json.compact(versions.build());
    }

    /** Returns the field versions of a case whose first version is this one. */
    static String fieldVersions(long first) {
        return first == 1 ? "{}" : Json.compact(Data.map(OTHER_FIELDS, first));
    }

    /** Returns the version in which a field last changed; the first version of the case if it never changed. */
    public static long changedIn(Map<String, @Nullable Object> fieldVersions, TaskField field) {
        Object since = fieldVersions.getOrDefault(field.wireName(), fieldVersions.get(OTHER_FIELDS));
        return since instanceof Number n ? n.longValue() : 1;
    }
}
