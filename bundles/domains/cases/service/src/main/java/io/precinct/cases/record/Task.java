package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.Keys;
import io.precinct.api.data.ListBuilder;
import io.precinct.cases.api.CaseStatus;
import io.precinct.postgres.api.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A case without its notes. Immutable.
 *
 * @param id {@code task-<uuid>}
 * @param createdAt when it came to be
 * @param updatedAt when it last changed
 * @param version counts its changes from 1
 * @param noteCount notes it has
 * @param nextNote position of the next note
 * @param values of its fields
 * @param fieldVersions JSON {@code {field: version}}: when each field last changed
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
    private static final TaskField[] FIELDS = TaskField.values();
    private static final Keys WITH_NOTES = keys("investigation_notes");
    private static final Keys IN_LISTS = keys("note_count");

    /** Where it stands in the lifecycle. */
    public CaseStatus status() {
        return values.status();
    }

    /** The value of a field. */
    public @Nullable Object get(TaskField field) {
        return values.get(field);
    }

    /** The same case with these values. */
    public Task with(Values values) {
        return new Task(id, createdAt, updatedAt, version, noteCount, nextNote, values, fieldVersions);
    }

    /** The same case, created at another time. */
    public Task createdAt(Instant createdAt) {
        return new Task(id, createdAt, updatedAt, version, noteCount, nextNote, values, fieldVersions);
    }

    /** As {@code GET /api/tasks/:id} answers. */
    public Map<String, @Nullable Object> toData(List<Note> notes) {
        ListBuilder investigation = Data.listBuilder();
        for (Note note : notes) {
            investigation.add(note.toData());
        }
        return data(WITH_NOTES, investigation.build());
    }

    /** As lists answer: with the number of its notes in place of the notes. */
    public Map<String, @Nullable Object> toListData() {
        return data(IN_LISTS, noteCount);
    }

    private Map<String, @Nullable Object> data(Keys keys, @Nullable Object notes) {
        var data = new @Nullable Object[keys.size()];
        int at = 0;
        data[at++] = id;
        for (TaskField field : FIELDS) {
            data[at++] = values.get(field);
            switch (field) {
                case REPOSITORY_CONTEXT -> {
                    data[at++] = Timestamps.text(createdAt);
                    data[at++] = Timestamps.text(updatedAt);
                    data[at++] = version;
                }
                case EVIDENCE_TAGS -> data[at++] = Data.list();
                case CURRENT_RESUME -> data[at++] = notes;
                default -> {
                    // the next field follows
                }
            }
        }
        return keys.map(data);
    }

    /** The names of what {@link #data} answers. */
    private static Keys keys(String notesName) {
        var names = new ArrayList<String>();
        names.add("id");
        for (TaskField field : FIELDS) {
            names.add(field.wireName());
            switch (field) {
                case REPOSITORY_CONTEXT -> names.addAll(List.of("created_at", "updated_at", "version"));
                case EVIDENCE_TAGS -> names.add("auto_detected_keywords");
                case CURRENT_RESUME -> names.add(notesName);
                default -> {
                    // the next field follows
                }
            }
        }
        return Keys.of(names);
    }

    /** What the current-case channel says of it. */
    public Map<String, @Nullable Object> toChannelData() {
        return Data.map(
                "id", id,
                "label", values.get(TaskField.LABEL),
                "status", values.get(TaskField.STATUS),
                "priority", values.get(TaskField.PRIORITY),
                "urgency_level", values.get(TaskField.URGENCY_LEVEL),
                "version", version);
    }
}
