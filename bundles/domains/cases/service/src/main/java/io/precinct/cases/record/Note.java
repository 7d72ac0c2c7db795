package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.Keys;
import io.precinct.api.data.MapBuilder;
import io.precinct.postgres.api.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An investigation note.
 *
 * @param position orders the notes of a case and is never given twice; the index of a note is its rank
 * @param noteId {@code note-} and eight hexadecimal digits
 * @param timestamp when it was written
 * @param eventType one of {@link EventType#NAMES}
 * @param content Markdown
 * @param detective its author
 * @param editedAt when it was edited, or null
 * @param editedBy who edited it, or null
 * @param changes {@code [{field, old, new}]}; empty if it reports no change of a field
 */
public record Note(
        int position,
        String noteId,
        Instant timestamp,
        String eventType,
        String content,
        String detective,
        @Nullable Instant editedAt,
        @Nullable String editedBy,
        List<@Nullable Object> changes) {
    /** The members of most notes. */
    private static final Keys PLAIN = Keys.of("note_id", "timestamp", "event_type", "content", "detective");

    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    public Note(
            int position,
            String noteId,
            Instant timestamp,
            String eventType,
            String content,
            String detective,
            @Nullable Instant editedAt,
            @Nullable String editedBy,
            List<@Nullable Object> changes) {
        this.position = position;
        this.noteId = noteId;
        this.timestamp = timestamp;
        this.eventType = eventType;
        this.content = content;
        this.detective = detective;
        this.editedAt = editedAt;
        this.editedBy = editedBy;
        this.changes = Data.freezeList(changes);
    }

    /** The same note at another position. */
    public Note at(int position) {
        return new Note(position, noteId, timestamp, eventType, content, detective, editedAt, editedBy, changes);
    }

    /** The same note of another author. */
    Note by(String author) {
        return new Note(position, noteId, timestamp, eventType, content, author, editedAt, editedBy, changes);
    }

    /** The same note with another content. */
    public Note edited(String content, Instant at, String by) {
        return new Note(position, noteId, timestamp, eventType, content, detective, at, by, changes);
    }

    /** The note as it is served. */
    public Map<String, @Nullable Object> toData() {
        if (editedAt == null && changes.isEmpty()) {
            return PLAIN.map(noteId, Timestamps.text(timestamp), eventType, content, detective);
        }
        MapBuilder data = Data.mapBuilder()
                .put("note_id", noteId)
                .put("timestamp", Timestamps.text(timestamp))
                .put("event_type", eventType)
                .put("content", content)
                .put("detective", detective);
        if (editedAt != null) {
            data.put("edited_at", Timestamps.text(editedAt)).put("edited_by", editedBy);
        }
        if (!changes.isEmpty()) {
            data.put("changes", changes);
        }
        return data.build();
    }
}
