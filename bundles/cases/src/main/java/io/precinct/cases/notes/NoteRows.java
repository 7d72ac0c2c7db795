package io.precinct.cases.notes;

import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.TaskRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/** Some notes of a case, read in one statement with what says whether there is such a case. */
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
     * @param version of the case
     * @param total notes of the case
     * @param notes those asked for
     * @param lengths of their contents in characters, where previews were asked for
     */
    record Some(long version, int total, List<Note> notes, List<Integer> lengths) {}

    /** Notes from an index on; null if there is no such case. */
    static @Nullable Some range(Handle handle, String id, long start, long limit) {
        return read(handle, WHOLE_RANGE, id, false, start, limit);
    }

    /** As {@link #range}, with the beginnings of the contents only. */
    static @Nullable Some previews(Handle handle, String id, long start, long limit) {
        return read(handle, SHORT_RANGE, id, true, start, limit);
    }

    /** The note of this id; null if there is no such case. */
    static @Nullable Some byId(Handle handle, String id, String noteId) {
        return read(handle, BY_ID, id, false, noteId);
    }

    private static @Nullable Some read(Handle handle, String sql, String id, boolean shortened, Object... arguments) {
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            return null;
        }
        try (PreparedStatement statement = handle.getConnection().prepareStatement(sql)) {
            int at = 0;
            for (Object argument : arguments) {
                statement.setObject(++at, argument);
            }
            statement.setString(++at, id);
            try (ResultSet rows = statement.executeQuery()) {
                return some(rows, shortened);
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    private static @Nullable Some some(ResultSet rows, boolean shortened) throws SQLException {
        Some some = null;
        while (rows.next()) {
            if (some == null) {
                some = new Some(rows.getLong(1), rows.getInt(2), new ArrayList<>(), new ArrayList<>());
            }
            if (rows.getString(4) != null) {
                some.notes.add(TaskRows.note(rows, 3));
                if (shortened) {
                    some.lengths.add(rows.getInt(12));
                }
            }
        }
        return some;
    }
}
