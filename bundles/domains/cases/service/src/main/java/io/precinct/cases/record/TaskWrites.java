package io.precinct.cases.record;

import io.precinct.api.data.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds the statements that write a case and its notes. */
final class TaskWrites {
    private static final String INSERT = "INSERT INTO cases.task (" + TaskRows.columns("") + ") VALUES ("
            + String.join(", ", Collections.nCopies(TaskRows.COLUMN_COUNT, "?")) + ")";

    private static final String INSERT_NOTE =
            "INSERT INTO cases.note (task_id, position, note_id, timestamp, event_type, content, detective, edited_at,"
                    + " edited_by, changes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String INSERT_NOTES =
            "INSERT INTO cases.note (task_id, position, note_id, timestamp, event_type, content, detective, edited_at,"
                    + " edited_by, changes) SELECT ?, * FROM unnest(?::int[], ?::text[], ?::timestamptz[], ?::text[],"
                    + " ?::text[], ?::text[], ?::timestamptz[], ?::text[], ?::text[])";

    /** Up to this number, each note gets its own statement, because that statement is prepared already. */
    private static final int FEW = 3;

    private static final String UPDATE_NOTE = "UPDATE cases.note SET note_id = ?, timestamp = ?, event_type = ?,"
            + " content = ?, detective = ?, edited_at = ?, edited_by = ?, changes = ?"
            + " WHERE task_id = ? AND position = ?";

    private static final String DELETE_NOTE = "DELETE FROM cases.note WHERE task_id = ? AND position = ?";

    private TaskWrites() {}

    /** Adds the statements that change an open case from its previous state to {@code after}. */
    static void write(OpenCase open, Task after, StatementBatch batch) {
        if (open.before() == null) {
            insert(after, batch);
        } else {
            update(open, after, batch);
        }
        for (Note note : open.removed()) {
            batch.add(DELETE_NOTE, after.id(), note.position());
        }
        for (Note note : open.edited()) {
            batch.add(
                    UPDATE_NOTE,
                    note.noteId(),
                    note.timestamp(),
                    note.eventType(),
                    note.content(),
                    note.detective(),
                    note.editedAt(),
                    note.editedBy(),
                    changes(note),
                    after.id(),
                    note.position());
        }
        Redactions.keep(after.id(), open.edited(), after.values(), batch);
        Redactions.keep(after.id(), open.added(), after.values(), batch);
        if (open.added().size() > FEW) {
            insert(after.id(), open.added(), batch);
        } else {
            open.added().forEach(note -> insert(after.id(), note, batch));
        }
    }

    /** Inserts all notes with one statement, one array per column: a case may be put with thousands of notes. */
    private static void insert(String taskId, List<Note> notes, StatementBatch batch) {
        batch.add(
                INSERT_NOTES,
                taskId,
                column(notes, note -> Integer.toString(note.position())),
                column(notes, Note::noteId),
                column(notes, note -> note.timestamp().toString()),
                column(notes, Note::eventType),
                column(notes, Note::content),
                column(notes, Note::detective),
                column(
                        notes,
                        note -> note.editedAt() == null ? null : note.editedAt().toString()),
                column(notes, Note::editedBy),
                column(notes, TaskWrites::changes));
    }

    private static @Nullable String[] column(List<Note> notes, Function<Note, @Nullable String> value) {
        var column = new @Nullable String[notes.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = value.apply(notes.get(i));
        }
        return column;
    }

    private static void insert(Task task, StatementBatch batch) {
        var args = new ArrayList<@Nullable Object>(List.of(
                task.id(),
                task.createdAt(),
                task.updatedAt(),
                task.version(),
                task.noteCount(),
                task.nextNote(),
                task.fieldVersions()));
        for (TaskField field : TaskField.STORED) {
            args.add(TaskRows.stored(field, task.get(field)));
        }
        batch.add(INSERT, args.toArray());
    }

    /** Writes only what changed: fewer columns mean fewer distinct statements and a smaller log. */
    private static void update(OpenCase open, Task after, StatementBatch batch) {
        var sql = new StringBuilder("UPDATE cases.task SET version = ?, updated_at = ?, note_count = ?, next_note = ?");
        var args = new ArrayList<@Nullable Object>(
                List.of(after.version(), after.updatedAt(), after.noteCount(), after.nextNote()));
        List<TaskField> changed = open.changed();
        if (!changed.isEmpty()) {
            sql.append(", field_versions = ?");
            args.add(after.fieldVersions());
        }
        for (TaskField field : changed) {
            sql.append(", ").append(field.wireName()).append(" = ?");
            args.add(TaskRows.stored(field, after.get(field)));
        }
        args.add(after.id());
        batch.add(sql.append(" WHERE id = ?").toString(), args.toArray());
    }

    private static void insert(String taskId, Note note, StatementBatch batch) {
        batch.add(
                INSERT_NOTE,
                taskId,
                note.position(),
                note.noteId(),
                note.timestamp(),
                note.eventType(),
                note.content(),
                note.detective(),
                note.editedAt(),
                note.editedBy(),
                changes(note));
    }

    private static @Nullable String changes(Note note) {
        return note.changes().isEmpty() ? null : Json.compact(note.changes());
    }
}
