package io.precinct.cases.record;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private static final String SHA256 = "sha256";

    private static final String NOTES = "investigation_notes";

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
        var edits = Data.listBuilder();
        changes.forEach(edits::add);
        edits.add(Data.map("field", CONTENT.name(), "old", this.content, "new", content));
        return new Note(position, noteId, timestamp, eventType, content, detective, at, by, edits.build());
    }

    /**
     * Returns the note with {@code content} in place of its text. Its changes keep only digests of previous texts and
     * values; for a deleted note, they keep all members but {@code changes}, with a digest of its content.
     */
    public Note redacted(String content, Instant at, String by) {
        var digests = Data.listBuilder();
        for (Object change : changes) {
            digests.add(
                    change instanceof Map<?, ?> map
                            ? Data.map(
                                    "field",
                                    map.get("field"),
                                    "old",
                                    digest(map.get("old")),
                                    "new",
                                    digest(map.get("new")))
                            : change);
        }
        digests.add(Data.map("field", CONTENT.name(), "old", digest(this.content), "new", content));
        return new Note(position, noteId, timestamp, eventType, content, detective, at, by, digests.build());
    }

    /**
     * Returns {@code {sha256}} of a text (as UTF-8) or a value (as JSON), in lower-case hexadecimal. Null and digests
     * are returned unchanged; for a note, only the content is replaced and {@code changes} is dropped.
     */
    public static @Nullable Object digest(@Nullable Object value) {
        if (value == null || value instanceof Map<?, ?> known && known.containsKey(SHA256)) {
            return value;
        }
        if (value instanceof Map<?, ?> note && note.containsKey(ID.name())) {
            var kept = Data.mapBuilder();
            note.forEach((name, member) -> {
                if (CONTENT.name().equals(name)) {
                    kept.put(CONTENT.name(), digest(member));
                } else if (!CHANGED.name().equals(name)) {
                    kept.put(String.valueOf(name), member);
                }
            });
            return kept.build();
        }
        return Data.map(SHA256, Digests.sha256Hex(value instanceof String text ? text : Json.compact(value)));
    }

    /** Whether a lead has redacted the note: its changes have the digest of its text. */
    public boolean isRedacted() {
        return editedAt != null && tellRedaction(changes);
    }

    /** Whether these changes are those of a redacted note. */
    public static boolean tellRedaction(@Nullable Object changes) {
        return changes instanceof List<?> list
                && list.stream()
                        .anyMatch(change -> change instanceof Map<?, ?> map
                                && CONTENT.name().equals(map.get("field"))
                                && sha256(map.get("old")) != null);
    }

    private static @Nullable String sha256(@Nullable Object digest) {
        return digest instanceof Map<?, ?> map && map.get(SHA256) instanceof String text ? text : null;
    }

    /** Whether a person wrote the text of the note: by hand, or as a resolution. */
    boolean isWritten() {
        return isHandWritten() || EventType.CLOSED.wireName().equals(eventType) && !COMPLETED.equals(content);
    }

    /**
     * Returns the redactions that a redacted note carries: of its own texts, of the notes whose deletion it records, and
     * of the fields whose change it reports. Empty if the note is not redacted.
     *
     * @param values the present values of the case, which are not redacted
     */
    List<Redactions.Redaction> redactions(Values values) {
        if (editedAt == null || !isRedacted()) {
            return List.of();
        }
        Instant redactedAt = editedAt;
        String by = editedBy == null ? detective : editedBy;
        Set<String> present = Redactions.FIELDS.stream()
                .map(values::get)
                .filter(String.class::isInstance)
                .map(value -> Redactions.digest((String) value))
                .collect(Collectors.toSet());
        var redactions = new ArrayList<Redactions.Redaction>();
        for (Object change : changes) {
            Map<?, ?> of = change instanceof Map<?, ?> map ? map : Map.of();
            TaskField field = of.get("field") instanceof String name ? TaskField.of(name) : null;
            for (Object value : Data.list(of.get("old"), of.get("new"))) {
                String digest = sha256(value);
                String quoted = value instanceof Map<?, ?> note ? sha256(note.get(CONTENT.name())) : null;
                if (digest != null && CONTENT.name().equals(of.get("field"))) {
                    boolean everywhere = isHandWritten()
                            || EventType.CLOSED.wireName().equals(eventType)
                                    && !digest.equals(Redactions.digest(COMPLETED));
                    redactions.add(new Redactions.Redaction(noteId, digest, everywhere, redactedAt, by));
                } else if (digest != null
                        && field != null
                        && Redactions.FIELDS.contains(field)
                        && !present.contains(digest)) {
                    redactions.add(new Redactions.Redaction(noteId, digest, true, redactedAt, by));
                } else if (quoted != null
                        && value instanceof Map<?, ?> note
                        && note.get(ID.name()) instanceof String id) {
                    redactions.add(new Redactions.Redaction(id, quoted, true, redactedAt, by));
                }
            }
        }
        return redactions;
    }

    /** Returns the ids of the notes that this note quotes: it records that they were deleted or taken back. */
    public Set<String> quotedNotes() {
        return changes.stream()
                .filter(change -> change instanceof Map<?, ?> map && NOTES.equals(map.get("field")))
                .flatMap(change -> Stream.of(((Map<?, ?>) change).get("old"), ((Map<?, ?>) change).get("new")))
                .filter(quoted -> quoted instanceof Map<?, ?> map && map.get(CONTENT.name()) != null)
                .map(quoted -> String.valueOf(((Map<?, ?>) quoted).get(ID.name())))
                .collect(Collectors.toSet());
    }

    /** Returns the note with digests in place of what it quotes of these notes; the same note if it quotes nothing. */
    public Note withoutTexts(Set<String> noteIds) {
        if (noteIds.isEmpty() || Collections.disjoint(quotedNotes(), noteIds)) {
            return this;
        }
        var digests = Data.listBuilder();
        for (Object change : changes) {
            digests.add(
                    change instanceof Map<?, ?> map && NOTES.equals(map.get("field"))
                            ? Data.map(
                                    "field",
                                    NOTES,
                                    "old",
                                    withoutText(map.get("old"), noteIds),
                                    "new",
                                    withoutText(map.get("new"), noteIds))
                            : change);
        }
        Note without = new Note(
                position, noteId, timestamp, eventType, content, detective, editedAt, editedBy, digests.build());
        return Data.equal(without.changes, changes) ? this : without;
    }

    private static @Nullable Object withoutText(@Nullable Object quoted, Set<String> noteIds) {
        return quoted instanceof Map<?, ?> map && noteIds.contains(String.valueOf(map.get(ID.name())))
                ? digest(quoted)
                : quoted;
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
        texts(changes, texts);
        return texts;
    }

    private static void texts(@Nullable Object changes, Set<String> texts) {
        for (Object change : changes instanceof List<?> list ? list : List.of()) {
            Map<?, ?> of = change instanceof Map<?, ?> map ? map : Map.of();
            TaskField field = of.get("field") instanceof String name ? TaskField.of(name) : null;
            boolean text = CONTENT.name().equals(of.get("field")) || field != null && Redactions.FIELDS.contains(field);
            for (Object value : Data.list(of.get("old"), of.get("new"))) {
                if (text && value instanceof String former) {
                    texts.add(former);
                } else if (value instanceof Map<?, ?> note && note.containsKey(ID.name())) {
                    if (note.get(CONTENT.name()) instanceof String quoted) {
                        texts.add(quoted);
                    }
                    texts(note.get(CHANGED.name()), texts);
                }
            }
        }
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
        return changes.stream()
                .anyMatch(change -> change instanceof Map<?, ?> map
                        && CONTENT.name().equals(map.get("field"))
                        && (text.equals(map.get("old")) || Objects.equals(digest(text), map.get("old"))));
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
        return changes.stream()
                .filter(change -> change instanceof Map<?, ?> map
                        && TaskField.INVESTIGATION_NOTES.wireName().equals(map.get("field"))
                        && map.get("new") == null)
                .map(change -> ((Map<?, ?>) change).get("old"))
                .filter(old -> old instanceof Map<?, ?> map && map.get(ID.name()) instanceof String)
                .map(old -> (String) ((Map<?, ?>) old).get(ID.name()))
                .collect(Collectors.toSet());
    }

    /** Returns the note as it is served. */
    public Map<String, @Nullable Object> toData() {
        return RESOURCE.view(this);
    }
}
