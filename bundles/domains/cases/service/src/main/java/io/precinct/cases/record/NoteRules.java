package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Form;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates notes that come from elsewhere. */
final class NoteRules {
    private static final int MOST = 100_000;

    private NoteRules() {}

    /**
     * Reads a list of notes as they are served. A note without an id or time gets a new one; a note without an author
     * gets the actor.
     */
    static List<Note> read(Form form, String name, Actor actor) {
        Object value = form.value(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list) || list.size() > MOST) {
            form.fault(name, "type", name + " is an array of at most " + MOST + " notes", "array");
            return List.of();
        }
        var notes = new ArrayList<Note>(list.size());
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            Note note = note(form.element(name + "/" + i, list.get(i)), i, actor);
            if (note != null && !ids.add(note.noteId())) {
                String id = Note.ID.name();
                form.fault(name + "/" + i + "/" + id, "duplicate", id + " stands twice", null);
            } else if (note != null) {
                notes.add(note);
            }
        }
        return notes;
    }

    private static @Nullable Note note(@Nullable Form note, int position, Actor actor) {
        if (note == null) {
            return null;
        }
        String id = Note.ID.in(note);
        String type = Note.EVENT_TYPE.in(note);
        String content = Note.CONTENT.in(note);
        String detective = Note.DETECTIVE.in(note);
        Instant timestamp = millis(Note.TIMESTAMP.in(note));
        Instant editedAt = millis(Note.EDITED_AT.in(note));
        String editedBy =
                note.has(Note.EDITED_BY.name()) ? Note.EDITED_BY.in(note) : actor.signedIn() ? actor.name() : null;
        List<@Nullable Object> changes = changes(note);
        return new Note(
                position,
                id == null ? NewIds.note() : id,
                timestamp == null ? Timestamps.now() : timestamp,
                type == null ? EventType.NOTE_ADDED.wireName() : type,
                content,
                detective == null ? actor.name() : detective,
                editedAt,
                editedAt == null ? null : editedBy,
                changes);
    }

    private static @Nullable Instant millis(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }

    private static List<@Nullable Object> changes(Form note) {
        String name = Note.CHANGED.name();
        Object value = Note.CHANGED.in(note);
        if (value == null) {
            return Data.list();
        }
        if (!(value instanceof List<?> list) || list.size() > MOST) {
            note.fault(name, "type", name + " is an array of {field, old, new}", "array");
            return Data.list();
        }
        if (!LinkRules.storable(list)) {
            note.fault(name, "characters", name + " holds neither NUL nor half a surrogate pair", null);
            return Data.list();
        }
        return Data.freezeList(list);
    }
}
