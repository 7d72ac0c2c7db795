package io.precinct.cases.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A case with its notes in order.
 *
 * @param task the case
 * @param notes the index of a note is its place here
 */
public record CaseWithNotes(Task task, List<Note> notes) {
    public CaseWithNotes {
        notes = List.copyOf(notes);
    }

    /** As {@code GET /api/tasks/:id} answers. */
    public Map<String, @Nullable Object> toData() {
        return task.toData(notes);
    }
}
