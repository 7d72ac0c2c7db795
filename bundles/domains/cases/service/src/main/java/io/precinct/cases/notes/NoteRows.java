package io.precinct.cases.notes;

import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.TaskRows;
import io.precinct.postgres.api.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads notes of a case in one statement, which also shows whether the case exists. */
final class NoteRows {
    private static final String RANGE = "SELECT t.version, t.note_count, n.* FROM cases.task t LEFT JOIN LATERAL"
            + " (SELECT %s FROM cases.note WHERE task_id = t.id ORDER BY position OFFSET ? LIMIT ?) n ON true"
            + " WHERE t.id = ? ORDER BY n.position";

    private static final String WHOLE_RANGE = RANGE.formatted(TaskRows.NOTE_COLUMNS);

    private static final String SHORT_RANGE = RANGE.formatted(
            "position, note_id, timestamp, event_type, left(content, 400) AS content, detective, edited_at, edited_by,"
                    + " NULL::text AS changes, length(content) AS length");

    private static final String BY_ID = "SELECT t.version, t.note_count, n.* FROM cases.task t LEFT JOIN LATERAL"
            + " (SELECT " + TaskRows.NOTE_COLUMNS + " FROM cases.note WHERE task_id = t.id AND note_id = ?"
            + " ORDER BY position LIMIT 1) n ON true WHERE t.id = ?";

    private NoteRows() {}

    /**
     * Some notes of a case.
     *
     * @param version the version of the case
     * @param total the number of notes that the case has
     * @param notes the requested notes
     * @param lengths the full length of each note's content in characters if previews were requested, else 0
     */
    record Part(long version, int total, List<Note> notes, List<Integer> lengths) {}

    /**
     * Reads notes from an index on; returns null if there is no such case.
     *
     * @param previews whether to read only the beginning of each content
     */
    static @Nullable Part range(Transaction transaction, String id, long start, long limit, boolean previews) {
        return read(transaction, id, previews, previews ? SHORT_RANGE : WHOLE_RANGE, start, limit, id);
    }

    /** Reads the note with this id; returns null if there is no such case. */
    static @Nullable Part byId(Transaction transaction, String id, String noteId) {
        return read(transaction, id, false, BY_ID, noteId, id);
    }

    /** A result row, with at most one note. */
    private record Row(long version, int total, List<Note> note, int length) {}

    private static @Nullable Part read(
            Transaction transaction, String id, boolean shortened, String sql, Object... arguments) {
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            return null;
        }
        List<Row> rows = transaction
                .select(sql, arguments)
                .map((row, _) -> new Row(
                        row.getLong(1),
                        row.getInt(2),
                        row.getString(4) == null ? List.of() : List.of(TaskRows.note(row, 3)),
                        shortened ? row.getInt(12) : 0))
                .list();
        if (rows.isEmpty()) {
            return null;
        }
        List<Row> some = rows.stream().filter(row -> !row.note.isEmpty()).toList();
        return new Part(
                rows.getFirst().version,
                rows.getFirst().total,
                some.stream().map(row -> row.note.getFirst()).toList(),
                some.stream().map(Row::length).toList());
    }
}
