package io.precinct.cases.resume;

import io.precinct.cases.record.EventType;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The current work of a principal.
 *
 * @param current the case on top of the stack, or null
 * @param below the cases below it, top first; their texts besides the label are not read
 * @param belowCount the number of cases below it
 * @param notes notes of the current case, newest first: notes written by people, and some event types
 * @param moreNotes whether there are more of these notes
 */
record Desk(@Nullable Case current, List<Case> below, long belowCount, List<BriefNote> notes, boolean moreNotes) {
    /** Characters that are read of a long text: more than any answer has. */
    private static final int READ = 10_000;

    private static final String STACK = "SELECT t.id, t.label, t.status, t.priority, t.due_date::text, "
            + ofTop("t.notes") + ", " + ofTop("t.current_resume") + ", t.version, count(*) OVER ()"
            + " FROM cases.stack s JOIN cases.task t ON t.id = s.task_id"
            + " WHERE s.principal = ? ORDER BY s.position DESC LIMIT ?";

    /** The index of a note is its rank by position; it is counted from the end, where the newest notes are. */
    private static final String NOTES = "SELECT note_id, note_count - rank, timestamp, detective, left(content, 4000)"
            + " FROM (SELECT n.*, t.note_count, row_number() OVER (ORDER BY n.position DESC) AS rank"
            + " FROM cases.note n JOIN cases.task t ON t.id = n.task_id WHERE n.task_id = ?) ranked"
            + " WHERE event_type = ANY (?) ORDER BY position DESC LIMIT ?";

    private static final String[] TELLING = List.of(
                    EventType.NOTE_ADDED,
                    EventType.CLOSED,
                    EventType.URGENCY_ESCALATED,
                    EventType.CASE_LINKED,
                    EventType.MEMORY_LINKED)
            .stream()
            .map(EventType::wireName)
            .toArray(String[]::new);

    private static String ofTop(String column) {
        return "CASE WHEN row_number() OVER (ORDER BY s.position DESC) = 1 THEN left(" + column + ", " + READ + ") END";
    }

    /** A case on the stack; {@code ofStack} is the size of the stack. */
    record Case(
            String id,
            String label,
            String status,
            int priority,
            @Nullable String dueDate,
            @Nullable String notes,
            @Nullable String resume,
            long version,
            long ofStack) {
        static Case of(ResultSet row) throws SQLException {
            return new Case(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getInt(4),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7),
                    row.getLong(8),
                    row.getLong(9));
        }
    }

    /** A note with the beginning of its text. */
    record BriefNote(String noteId, long index, Instant at, String by, String text) {}

    /** Reads the desk of a principal, with at most {@code most} cases and {@code most} notes. */
    static Desk of(Transaction transaction, String principal, int most) {
        List<Case> stack = transaction
                .select(STACK, principal, most)
                .map((row, _) -> Case.of(row))
                .list();
        if (stack.isEmpty()) {
            return new Desk(null, List.of(), 0, List.of(), false);
        }
        Case current = stack.getFirst();
        List<BriefNote> notes = transaction
                .select(NOTES, current.id(), TELLING, most + 1)
                .map((row, _) -> new BriefNote(
                        row.getString(1),
                        row.getLong(2),
                        Timestamps.required(row, 3),
                        row.getString(4),
                        row.getString(5)))
                .list();
        boolean more = notes.size() > most;
        return new Desk(
                current,
                stack.subList(1, stack.size()),
                current.ofStack() - 1,
                more ? notes.subList(0, most) : notes,
                more);
    }
}
