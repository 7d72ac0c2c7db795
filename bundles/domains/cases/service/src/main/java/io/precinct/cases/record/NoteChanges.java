package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a note reports, and its edits. They quote former texts: of the note itself, of notes that were
 * deleted, and of fields. A redaction replaces these texts by digests. Immutable.
 *
 * @param all {@code [{field, old, new}]} as {@link Note#CHANGES} declares it, frozen
 */
record NoteChanges(List<@Nullable Object> all) {
    private static final String SHA256 = "sha256";
    private static final String FIELD = "field";
    private static final String OLD = "old";
    private static final String NEW = "new";
    private static final String CONTENT = Note.CONTENT.name();
    private static final String NOTES = TaskField.INVESTIGATION_NOTES.wireName();

    private static Map<?, ?> members(@Nullable Object change) {
        return change instanceof Map<?, ?> map ? map : Map.of();
    }

    private static @Nullable TaskField field(Map<?, ?> change) {
        return change.get(FIELD) instanceof String name ? TaskField.of(name) : null;
    }

    private static boolean isRedactable(@Nullable TaskField field) {
        return field != null && Redactions.FIELDS.contains(field);
    }

    private Stream<Map<?, ?>> of(String field) {
        return all.stream().<Map<?, ?>>map(NoteChanges::members).filter(change -> field.equals(change.get(FIELD)));
    }

    /**
     * Returns {@code {sha256}} of a text (as UTF-8) or a value (as JSON), in lower-case hexadecimal. Null and digests
     * are returned unchanged; for a note, only the content is replaced and {@code changes} is dropped.
     */
    static @Nullable Object digest(@Nullable Object value) {
        if (value == null || value instanceof Map<?, ?> known && known.containsKey(SHA256)) {
            return value;
        }
        if (value instanceof Map<?, ?> note && note.containsKey(Note.ID.name())) {
            var kept = Data.mapBuilder();
            note.forEach((name, member) -> {
                if (CONTENT.equals(name)) {
                    kept.put(CONTENT, digest(member));
                } else if (!Note.CHANGED.name().equals(name)) {
                    kept.put(String.valueOf(name), member);
                }
            });
            return kept.build();
        }
        return Data.map(SHA256, Digests.sha256Hex(value instanceof String text ? text : Json.compact(value)));
    }

    private static @Nullable String sha256(@Nullable Object digest) {
        return members(digest).get(SHA256) instanceof String text ? text : null;
    }

    /** Returns these changes and an edit of the text. */
    NoteChanges with(@Nullable Object before, String after) {
        var more = Data.listBuilder();
        all.forEach(more::add);
        more.add(Data.map(FIELD, CONTENT, OLD, before, NEW, after));
        return new NoteChanges(more.build());
    }

    /** Returns the changes with digests in place of all former texts and values. */
    NoteChanges redacted() {
        var digests = Data.listBuilder();
        for (Object change : all) {
            digests.add(
                    change instanceof Map<?, ?> map
                            ? Data.map(FIELD, map.get(FIELD), OLD, digest(map.get(OLD)), NEW, digest(map.get(NEW)))
                            : change);
        }
        return new NoteChanges(digests.build());
    }

    /** Whether these changes are those of a redacted note: they have the digest of its text. */
    boolean tellRedaction() {
        return of(CONTENT).anyMatch(change -> sha256(change.get(OLD)) != null);
    }

    /** Whether the note had this content before an edit. */
    boolean hadContent(String text) {
        return of(CONTENT)
                .anyMatch(change -> text.equals(change.get(OLD)) || Objects.equals(digest(text), change.get(OLD)));
    }

    /** Returns the ids of the notes that the changes quote: they were deleted or taken back. */
    Set<String> quotedNotes() {
        return of(NOTES)
                .flatMap(change -> Stream.of(members(change.get(OLD)), members(change.get(NEW))))
                .filter(quoted -> quoted.get(CONTENT) != null)
                .map(quoted -> String.valueOf(quoted.get(Note.ID.name())))
                .collect(Collectors.toSet());
    }

    /** Returns the ids of the notes whose deletion is reported. */
    Set<String> deletedNotes() {
        return of(NOTES)
                .filter(change -> change.get(NEW) == null)
                .map(change -> members(change.get(OLD)).get(Note.ID.name()))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .collect(Collectors.toSet());
    }

    /** Returns the changes with digests in place of what they quote of these notes. */
    NoteChanges withoutTexts(Set<String> noteIds) {
        var digests = Data.listBuilder();
        for (Object change : all) {
            digests.add(
                    change instanceof Map<?, ?> map && NOTES.equals(map.get(FIELD))
                            ? Data.map(
                                    FIELD,
                                    NOTES,
                                    OLD,
                                    withoutText(map.get(OLD), noteIds),
                                    NEW,
                                    withoutText(map.get(NEW), noteIds))
                            : change);
        }
        return new NoteChanges(digests.build());
    }

    private static @Nullable Object withoutText(@Nullable Object quoted, Set<String> noteIds) {
        return quoted instanceof Map<?, ?> map && noteIds.contains(String.valueOf(map.get(Note.ID.name())))
                ? digest(quoted)
                : quoted;
    }

    /** Adds the former texts of the note, the texts of the notes that are quoted, and those of fields. */
    void texts(Set<String> texts) {
        for (Object change : all) {
            Map<?, ?> of = members(change);
            boolean text = CONTENT.equals(of.get(FIELD)) || isRedactable(field(of));
            for (Object value : Data.list(of.get(OLD), of.get(NEW))) {
                if (text && value instanceof String former) {
                    texts.add(former);
                } else if (value instanceof Map<?, ?> note && note.containsKey(Note.ID.name())) {
                    if (note.get(CONTENT) instanceof String quoted) {
                        texts.add(quoted);
                    }
                    if (note.get(Note.CHANGED.name()) instanceof List<?> further) {
                        new NoteChanges(Data.freezeList(further)).texts(texts);
                    }
                }
            }
        }
    }

    /**
     * Returns the redactions that the changes of a redacted note carry: of its own texts, of the notes that are quoted,
     * and of the fields.
     *
     * @param note the note
     * @param redactedAt when it was redacted
     * @param values the present values of the case, which are not redacted
     */
    List<Redactions.Redaction> redactions(Note note, Instant redactedAt, Values values) {
        String by = note.editedBy() == null ? note.detective() : note.editedBy();
        Set<String> present = Redactions.FIELDS.stream()
                .map(values::get)
                .filter(String.class::isInstance)
                .map(value -> Redactions.digest((String) value))
                .collect(Collectors.toSet());
        var redactions = new ArrayList<Redactions.Redaction>();
        for (Object change : all) {
            Map<?, ?> of = members(change);
            for (Object value : Data.list(of.get(OLD), of.get(NEW))) {
                String digest = sha256(value);
                Map<?, ?> quoted = members(value);
                String ofQuoted = sha256(quoted.get(CONTENT));
                if (digest != null && CONTENT.equals(of.get(FIELD))) {
                    boolean everywhere = note.wasWritten(digest) && !present.contains(digest);
                    redactions.add(new Redactions.Redaction(note.noteId(), digest, everywhere, redactedAt, by));
                } else if (digest != null && isRedactable(field(of)) && !present.contains(digest)) {
                    redactions.add(new Redactions.Redaction(note.noteId(), digest, true, redactedAt, by));
                } else if (ofQuoted != null && quoted.get(Note.ID.name()) instanceof String id) {
                    redactions.add(new Redactions.Redaction(id, ofQuoted, true, redactedAt, by));
                }
            }
        }
        return redactions;
    }
}
