package io.precinct.cases.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A case with its notes in order.
 *
 * @param task the case
 * @param notes the notes; the index of a note is its index in this list
 */
public record CaseWithNotes(Task task, List<Note> notes) {
    public CaseWithNotes {
        notes = List.copyOf(notes);
    }

    /** Returns the case in the form that {@code GET /api/tasks/:id} serves. */
    public Map<String, @Nullable Object> toData() {
        return task.toData(notes);
    }
}
