package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /** Where it stands in the lifecycle. */
    public String status() {
        return Objects.requireNonNull(values.text(TaskField.STATUS));
    }

    /** The value of a field. */
    public @Nullable Object get(TaskField field) {
        return values.get(field);
    }

    /** As {@code GET /api/tasks/:id} answers. */
    public Map<String, @Nullable Object> toData(List<Note> notes) {
        ListBuilder investigation = Data.listBuilder();
        for (Note note : notes) {
            investigation.add(note.toData());
        }
        return data("investigation_notes", investigation.build());
    }

    /** As lists answer: with the number of its notes in place of the notes. */
    public Map<String, @Nullable Object> toListData() {
        return data("note_count", noteCount);
    }

    private Map<String, @Nullable Object> data(String notesName, @Nullable Object notes) {
        MapBuilder data = Data.mapBuilder().put("id", id);
        for (TaskField field : FIELDS) {
            data.put(field.wireName(), values.get(field));
            switch (field) {
                case REPOSITORY_CONTEXT ->
                    data.put("created_at", Times.text(createdAt))
                            .put("updated_at", Times.text(updatedAt))
                            .put("version", version);
                case EVIDENCE_TAGS -> data.put("auto_detected_keywords", Data.list());
                case CURRENT_RESUME -> data.put(notesName, notes);
                default -> {
                    // nothing stands behind it but the next field
                }
            }
        }
        return data.build();
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
