package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.Keys;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.api.CaseStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A case without its notes. Immutable.
 *
 * @param id {@code task-<uuid>}
 * @param createdAt when the case was created
 * @param updatedAt when the case last changed
 * @param version counts the changes of the case from 1
 * @param noteCount the number of its notes
 * @param nextNote the position of its next note
 * @param values the values of its fields
 * @param fieldVersions JSON {@code {field: version}}: the version in which each field last changed
 */
public record Task(
        String id,
        Instant createdAt,
        Instant updatedAt,
        long version,
        int noteCount,
        int nextNote,
        Values values,
        String fieldVersions) {
    private static final List<TaskField> WITH_NOTES = TaskField.those(field -> field != TaskField.NOTE_COUNT);
    private static final List<TaskField> IN_LISTS = TaskField.those(field -> field != TaskField.INVESTIGATION_NOTES);
    private static final Keys NAMES_WITH_NOTES = Keys.of(TaskField.names(WITH_NOTES));
    private static final Keys NAMES_IN_LISTS = Keys.of(TaskField.names(IN_LISTS));

    /** Returns the status of the case in the lifecycle. */
    public CaseStatus status() {
        return values.status();
    }

    /** Returns the value of a field. */
    public @Nullable Object get(TaskField field) {
        return values.get(field);
    }

    /** Returns the same case with these values. */
    public Task with(Values values) {
        return new Task(id, createdAt, updatedAt, version, noteCount, nextNote, values, fieldVersions);
    }

    /** Returns the same case with another creation time. */
    public Task createdAt(Instant createdAt) {
        return new Task(id, createdAt, updatedAt, version, noteCount, nextNote, values, fieldVersions);
    }

    /** Returns the case in the form that {@code GET /api/tasks/:id} serves. */
    public Map<String, @Nullable Object> toData(List<Note> notes) {
        ListBuilder investigation = Data.listBuilder();
        for (Note note : notes) {
            investigation.add(note.toData());
        }
        var values = values(WITH_NOTES);
        values[WITH_NOTES.indexOf(TaskField.INVESTIGATION_NOTES)] = investigation.build();
        return NAMES_WITH_NOTES.map(values);
    }

    /** Returns the case in the form that lists serve, with the number of notes in place of the notes. */
    public Map<String, @Nullable Object> toListData() {
        return NAMES_IN_LISTS.map(values(IN_LISTS));
    }

    private @Nullable Object[] values(List<TaskField> members) {
        var values = new @Nullable Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = members.get(i).in(this);
        }
        return values;
    }

    /** Returns the members of the case that the current-case channel publishes. */
    public Map<String, @Nullable Object> toChannelData() {
        MapBuilder data = Data.mapBuilder();
        TaskField.CHANNEL.forEach(field -> data.put(field.wireName(), field.in(this)));
        return data.build();
    }
}
