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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of {@code cases.task} and {@code cases.note} as values, read by position. */
public final class TaskRows {
    private static final TaskField[] FIELDS = TaskField.values();

    private static final List<String> OWN =
            List.of("id", "created_at", "updated_at", "version", "note_count", "next_note", "field_versions");

    /** The select list of a case, of a table or query known as {@code t}; {@link #COLUMN_COUNT} columns. */
    public static final String COLUMNS = columns("t.");

    /** Number of {@link #COLUMNS}; a caller may select more after them. */
    public static final int COLUMN_COUNT = OWN.size() + FIELDS.length;

    private static final List<String> OF_NOTE = List.of(
            "position",
            "note_id",
            "timestamp",
            "event_type",
            "content",
            "detective",
            "edited_at",
            "edited_by",
            "changes");

    /** The select list of a note; {@link #NOTE_COLUMN_COUNT} columns. */
    public static final String NOTE_COLUMNS = noteColumns("");
    /** Number of {@link #NOTE_COLUMNS}. */
    static final int NOTE_COLUMN_COUNT = OF_NOTE.size();

    private TaskRows() {}

    private static String columns(String prefix) {
        return OWN.stream().map(name -> prefix + name).collect(Collectors.joining(", "))
                + ", "
                + Arrays.stream(FIELDS).map(f -> prefix + f.wireName()).collect(Collectors.joining(", "));
    }

    /** As {@link #NOTE_COLUMNS}, of a table or query known by this prefix. */
    static String noteColumns(String prefix) {
        return OF_NOTE.stream().map(name -> prefix + name).collect(Collectors.joining(", "));
    }

    /** Reads the first {@link #COLUMN_COUNT} columns. */
    public static Task task(ResultSet row) throws SQLException {
        var values = new @Nullable Object[FIELDS.length];
        int column = OWN.size();
        for (TaskField field : FIELDS) {
            values[field.ordinal()] = value(row, ++column, field.column());
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

    /** Reads {@link #NOTE_COLUMNS}, the first of them in this column. */
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

    /** The case that the first of two queries found with the notes that the second did, or null. */
    static @Nullable CaseWithNotes withNotes(StatementBatch.Results results) throws SQLException {
        List<Task> task = results.rows(TaskRows::task);
        if (task.isEmpty()) {
            return null;
        }
        results.next();
        return new CaseWithNotes(task.getFirst(), results.rows(row -> note(row, 1)));
    }

    private static @Nullable Object value(ResultSet row, int column, TaskField.Column kind) throws SQLException {
        return switch (kind) {
            case TEXT -> row.getString(column);
            case SMALLINT -> row.getInt(column);
            case DATE -> {
                LocalDate date = row.getObject(column, LocalDate.class);
                yield date == null ? null : date.toString();
            }
            case TIME -> {
                Instant time = Timestamps.read(row, column);
                yield time == null ? null : Timestamps.text(time);
            }
            case TRUTH -> row.getBoolean(column);
            case LIST -> StoredJson.list(row.getString(column));
            case MAP -> StoredJson.map(row.getString(column));
        };
    }

    /** The value of a field as its column takes it. */
    static @Nullable Object stored(TaskField field, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (field.column()) {
            case TEXT, SMALLINT, TRUTH -> value;
            case DATE -> LocalDate.parse((String) value);
            case TIME -> OffsetDateTime.parse((String) value);
            case LIST, MAP -> Json.compact(value);
        };
    }

    /** JSON {@code {field: version}} with these fields changed in {@code version}. */
    static String fieldVersions(String before, List<TaskField> changed, long version) {
        if (changed.isEmpty()) {
            return before;
        }
        var versions = Data.mapBuilder().putAll(StoredJson.map(before));
        changed.forEach(field -> versions.put(field.wireName(), version));
        return Json.compact(versions.build());
    }

    /** The version in which a field last changed; 1 if it never did. */
    public static long changedIn(Map<String, @Nullable Object> fieldVersions, TaskField field) {
        return fieldVersions.get(field.wireName()) instanceof Number n ? n.longValue() : 1;
    }
}
