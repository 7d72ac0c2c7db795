package io.precinct.cases.record;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An investigation note.
 *
 * @param position orders the notes of a case and is never reused; the index of a note is its rank by position
 * @param noteId {@code note-} and eight hexadecimal digits
 * @param timestamp when the note was written
 * @param eventType one of {@link EventType#NAMES}
 * @param content Markdown
 * @param detective the author
 * @param editedAt when the note was edited, or null
 * @param editedBy who edited the note, or null
 * @param changes {@code [{field, old, new}]}; empty if the note reports no change of a field
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
    /** The text of a {@link EventType#CLOSED} note without a resolution. */
    public static final String COMPLETED = "Completed";

    /** The field of the change that marks a note as that of an undo; a redaction keeps it. */
    private static final String UNDO = "undo";

    static final Schema CHANGES = Schema.list(Schema.object()
            .with("field", Schema.text().example("priority"))
            .with("old", Schema.any())
            .with("new", Schema.any())
            .optionally("kept", Schema.any().describedAs("What undo needs besides."))
            .example(Data.map("field", "priority", "old", 3, "new", 1)));

    /** The id of a note. */
    public static final Field<@Nullable String> ID = Field.of("note_id", CaseTypes.NOTE_ID);
    /** The type of event that a note reports. */
    public static final Field<@Nullable String> EVENT_TYPE = Field.oneOf("event_type", EventType.NAMES);
    /** When a note was edited. */
    public static final Field<@Nullable Instant> EDITED_AT = Field.time("edited_at");

    static final Field<@Nullable Instant> TIMESTAMP = Field.time("timestamp");
    static final Field<String> CONTENT = Field.requiredMarkdown("content", CaseLimits.MARKDOWN);
    static final Field<@Nullable String> DETECTIVE = Field.text("detective", CaseLimits.NAME);
    static final Field<@Nullable String> EDITED_BY = Field.text("edited_by", CaseLimits.NAME);
    /** The changes that a note reports, and its edits. */
    public static final Field<@Nullable Object> CHANGED = Field.of("changes", CHANGES);

    /** A note as a client may send it. */
    static final Schema TAKEN =
            Field.body(ID, EVENT_TYPE, CONTENT, DETECTIVE, TIMESTAMP, EDITED_AT, EDITED_BY, CHANGED);

    /**
     * A note as it is served. Table columns have the same names as the members; {@link TaskRows#note} reads them in
     * this order.
     */
    public static final Resource<Note> RESOURCE = Resource.<Note>of(
                    Property.of(ID.name(), CaseTypes.NOTE_ID, Note::noteId),
                    Property.of(TIMESTAMP.name(), Type.time(), Note::timestamp),
                    Property.of(EVENT_TYPE.name(), Type.oneOf(EventType.NAMES), Note::eventType),
                    Property.of(CONTENT.name(), Type.text(), Note::content).describedAs("Markdown."),
                    Property.of(DETECTIVE.name(), Type.text().example("ada"), Note::detective),
                    Property.of(EDITED_AT.name(), Type.time(), Note::editedAt)
                            .orNull()
                            .optional(),
                    Property.of(EDITED_BY.name(), Type.text(), Note::editedBy)
                            .orNull()
                            .optional(note -> note.editedAt != null),
                    Property.of(CHANGED.name(), Type.plain(CHANGES), Note::changes)
                            .optional(note -> !note.changes.isEmpty()))
            .named("Note");

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

    /** Returns the same note at another position. */
    public Note at(int position) {
        return new Note(position, noteId, timestamp, eventType, content, detective, editedAt, editedBy, changes);
    }

    /** Returns the same note with another author. */
    Note by(String author) {
        return new Note(position, noteId, timestamp, eventType, content, author, editedAt, editedBy, changes);
    }

    /** Returns the same note with another time of editing. */
    public Note withEditedAt(@Nullable Instant at) {
        return new Note(position, noteId, timestamp, eventType, content, detective, at, editedBy, changes);
    }

    /** Returns the note with new content; {@code changes} keeps the previous content. */
    public Note edited(String content, Instant at, String by) {
        return new Note(
                position,
                noteId,
                timestamp,
                eventType,
                content,
                detective,
                at,
                by,
                reported().with(this.content, content).all());
    }

    /**
     * Returns the note with {@code content} in place of its text. Its changes keep only digests of previous texts and
     * values; for a deleted note, they keep all members but {@code changes}, with a digest of its content.
     */
    public Note redacted(String content, Instant at, String by) {
        List<@Nullable Object> digests = reported()
                .redacted()
                .with(NoteChanges.digest(this.content), content)
                .all();
        return new Note(position, noteId, timestamp, eventType, content, detective, at, by, digests);
    }

    private NoteChanges reported() {
        return new NoteChanges(changes);
    }

    /** Returns {@code {sha256}} of a text in UTF-8, in lower-case hexadecimal. */
    public static @Nullable Object digest(String text) {
        return NoteChanges.digest(text);
    }

    /** Whether a lead has redacted the note: its changes have the digest of its text. */
    public boolean isRedacted() {
        return editedAt != null && reported().tellRedaction();
    }

    /** Whether these changes are those of a redacted note. */
    public static boolean tellRedaction(@Nullable Object changes) {
        return changes instanceof List<?> list && new NoteChanges(Data.freezeList(list)).tellRedaction();
    }

    /** Whether a person wrote the text of the note: by hand, or as a resolution. */
    boolean isWritten() {
        return isHandWritten() || isClosed() && !COMPLETED.equals(content);
    }

    /** Whether a person wrote the former text of this digest. */
    boolean wasWritten(String digest) {
        return isHandWritten() || isClosed() && !digest.equals(Redactions.digest(COMPLETED));
    }

    private boolean isClosed() {
        return EventType.CLOSED.wireName().equals(eventType);
    }

    /**
     * Returns the redactions that a redacted note carries: of its own texts, of the notes whose deletion it records, and
     * of the fields whose change it reports. Empty if the note is not redacted.
     *
     * @param values the present values of the case, which are not redacted
     */
    List<Redactions.Redaction> redactions(Values values) {
        return editedAt != null && isRedacted() ? reported().redactions(this, editedAt, values) : List.of();
    }

    /** Returns the ids of the notes that this note quotes: it records that they were deleted or taken back. */
    public Set<String> quotedNotes() {
        return reported().quotedNotes();
    }

    /** Returns the note with digests in place of what it quotes of these notes; the same note if it quotes nothing. */
    public Note withoutTexts(Set<String> noteIds) {
        if (noteIds.isEmpty() || Collections.disjoint(quotedNotes(), noteIds)) {
            return this;
        }
        NoteChanges without = reported().withoutTexts(noteIds);
        return Data.equal(without.all(), changes)
                ? this
                : new Note(
                        position, noteId, timestamp, eventType, content, detective, editedAt, editedBy, without.all());
    }

    /**
     * Returns the texts that a redaction of this note removes: those that it has and had, those of the notes that it
     * quotes, and those of the fields whose change it reports.
     */
    public Set<String> texts() {
        var texts = new LinkedHashSet<String>();
        if (isWritten()) {
            texts.add(content);
        }
        reported().texts(texts);
        return texts;
    }

    /** Parses a note in the form that the record of its deletion contains. */
    public static Note of(Map<String, @Nullable Object> data) {
        Form form = Form.of(data);
        String content = CONTENT.in(form);
        return new Note(
                0,
                Objects.requireNonNull(ID.in(form)),
                Objects.requireNonNull(TIMESTAMP.in(form)),
                Objects.requireNonNull(EVENT_TYPE.in(form)),
                content,
                Objects.requireNonNull(DETECTIVE.in(form)),
                EDITED_AT.in(form),
                EDITED_BY.in(form),
                data.get(CHANGED.name()) instanceof List<?> list ? Data.freezeList(list) : Data.list());
    }

    /** Whether a person wrote the note; otherwise the service wrote it as the record of an event. */
    public boolean isHandWritten() {
        return EventType.NOTE_ADDED.wireName().equals(eventType);
    }

    /** Whether the note had this content before an edit. */
    boolean hadContent(String text) {
        return reported().hadContent(text);
    }

    /** Whether the note reports a change of one of these fields. */
    public boolean reports(Set<String> fields) {
        return changes.stream()
                .anyMatch(change -> change instanceof Map<?, ?> map && fields.contains(map.get("field")));
    }

    /** Returns the names of the checklists whose change this note reports, as {@code lists.<slug>}. */
    List<String> changedLists() {
        return changes.stream()
                .map(change -> change instanceof Map<?, ?> map ? map.get("field") : null)
                .filter(field -> field instanceof String name && name.startsWith(ListMembers.CHANGED))
                .map(String::valueOf)
                .toList();
    }

    /** Returns the change by which a note reports that the change of another note was undone. */
    public static Map<String, @Nullable Object> undone(String noteId) {
        return Data.map("field", UNDO, "old", null, "new", noteId);
    }

    /** Whether the note reports that a change was undone. */
    public boolean isUndo() {
        return reports(Set.of(UNDO));
    }

    /** Returns the ids of the notes whose deletion this note records. */
    Set<String> deletedNotes() {
        return reported().deletedNotes();
    }

    /** Returns the note as it is served. */
    public Map<String, @Nullable Object> toData() {
        return RESOURCE.view(this);
    }
}
