package io.precinct.cases.notes;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Schemas;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds notes by index or id, and builds the entries of the note index. */
final class NoteIndex {
    /** Most characters of a preview. */
    static final int PREVIEW = 120;

    /** The schema of an entry in the note index. */
    static final Schema ENTRY = Schema.object()
            .with("index", Schema.integer().atLeast(0))
            .with(Note.ID.name(), Schema.text().example("note-0a1b2c3d"))
            .with("timestamp", Schemas.TIME)
            .with(Note.EVENT_TYPE.name(), Schema.oneOf(EventType.NAMES))
            .with("detective", Schema.text())
            .with("preview", Schema.text().atMost(PREVIEW))
            .with("length", Schema.integer().atLeast(0))
            .named("NotePreview");

    private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

    private NoteIndex() {}

    /**
     * Parses a note index from a path.
     *
     * @throws Refusal 404 if {@code address} is not an index
     */
    static long index(String address) {
        if (!INDEX.matcher(address).matches()) {
            throw Refusal.notFound("note", address);
        }
        return Long.parseLong(address);
    }

    /**
     * Finds the note that a path names by index or id.
     *
     * @throws Refusal 404 {@code note_not_found}
     */
    static Note find(OpenCase open, String address) {
        List<Note> notes = open.notes();
        if (CaseLimits.NOTE_ID.matcher(address).matches()) {
            return notes.stream()
                    .filter(note -> note.noteId().equals(address))
                    .findFirst()
                    .orElseThrow(() -> missing(address, notes.size()));
        }
        long index = index(address);
        if (index >= notes.size()) {
            throw missing(address, notes.size());
        }
        return notes.get((int) index);
    }

    static Refusal missing(String address, int total) {
        return Refusal.notFound("note", address).with("notes", total);
    }

    /** Returns the entry of a note in the index. */
    static Map<String, @Nullable Object> entry(long index, Note note, int length) {
        return Data.map(
                "index",
                index,
                Note.ID.name(),
                note.noteId(),
                "timestamp",
                Timestamps.text(note.timestamp()),
                Note.EVENT_TYPE.name(),
                note.eventType(),
                "detective",
                note.detective(),
                "preview",
                preview(note.content()),
                "length",
                length);
    }

    /** Returns the beginning of a text on one line. */
    static String preview(String content) {
        String line = content.strip().replaceAll("\\s+", " ");
        if (line.codePointCount(0, line.length()) <= PREVIEW) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, PREVIEW - 1)) + "…";
    }
}
