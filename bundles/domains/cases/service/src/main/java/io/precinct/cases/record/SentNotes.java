package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseRoles;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Refusal.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The notes of a whole case that a client sends, compared with the stored notes. An identical note stays, a note with a
 * different text is an edit, and an unknown note is added. Each note is written or refused. If the client's version is
 * older, previous texts and deleted notes are ignored.
 *
 * @param added the notes that the case does not have
 * @param edited the new text of each edited note, by the stored note
 */
public record SentNotes(List<Note> added, Map<Note, String> edited) {
    /** How much the clocks of clients may differ from the server's clock. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static final String NOTES = TaskField.INVESTIGATION_NOTES.wireName();

    /** The members that an edit does not change. */
    private static final List<String> KEPT =
            List.of(Note.TIMESTAMP.name(), Note.EVENT_TYPE.name(), Note.DETECTIVE.name());

    /** The members that an edit adds. */
    private static final List<String> OF_EDITS =
            List.of(Note.EDITED_AT.name(), Note.EDITED_BY.name(), Note.CHANGED.name());

    /**
     * Compares sent notes with stored notes.
     *
     * @param redactions the redactions of the case
     * @param older whether the notes come from an older version of the case; previous texts and deleted notes among
     *     them are then ignored rather than restored
     * @throws Refusal 422 {@code redacted} if a text was redacted; 422 if a stored note was sent with other members than it is stored with; 403 {@code
     *     role_required} or {@code audit_note} if the actor may not write a note
     */
    // @req:note-put
    public static SentNotes of(
            List<Note> sent, List<Note> there, Redactions redactions, boolean older, Actor actor, Instant now) {
        redactions.refuse(sent, there);
        return new Comparison(there, older, actor, now).of(sent);
    }

    private static final class Comparison {
        private final Map<String, Note> stored = new HashMap<>();
        private final Set<String> deleted = new HashSet<>();
        private final boolean older;
        private final Actor actor;
        private final Instant now;
        private final List<Note> added = new ArrayList<>();
        private final Map<Note, String> edited = new LinkedHashMap<>();
        private final List<Fault> invalid = new ArrayList<>();
        private final List<Fault> ofOthers = new ArrayList<>();

        Comparison(List<Note> there, boolean older, Actor actor, Instant now) {
            there.forEach(note -> stored.put(note.noteId(), note));
            if (older) {
                there.forEach(note -> deleted.addAll(note.deletedNotes()));
            }
            this.older = older;
            this.actor = actor;
            this.now = now;
        }

        SentNotes of(List<Note> sent) {
            for (int i = 0; i < sent.size(); i++) {
                Note note = sent.get(i);
                Note was = stored.get(note.noteId());
                if (was != null) {
                    compare(note, was, NOTES + "/" + i);
                } else if (!deleted.contains(note.noteId())) {
                    add(note, NOTES + "/" + i);
                }
            }
            if (!invalid.isEmpty()) {
                throw Refusal.invalid(
                        Stream.concat(invalid.stream(), ofOthers.stream()).toList());
            }
            if (!ofOthers.isEmpty()) {
                throw Actor.roleRequired(
                                CaseRoles.SYNC,
                                "what others have written, and events, are imported with the role sync: "
                                        + ofOthers.getFirst().message())
                        .with("errors", ofOthers.stream().map(Fault::toData).toList());
            }
            return new SentNotes(added, edited);
        }

        private void compare(Note note, Note was, String place) {
            Map<String, ?> sent = note.toData();
            Map<String, ?> there = was.toData();
            for (String member : KEPT) {
                if (!Data.equal(sent.get(member), there.get(member))) {
                    invalid.add(new Fault(
                            "/" + place + "/" + member,
                            "stored",
                            place + "/" + member + ": " + note.noteId() + " is stored with " + there.get(member)
                                    + "; send it as it is stored, or not at all",
                            null));
                    return;
                }
            }
            if (!note.content().equals(was.content())) {
                if (!older || !was.hadContent(note.content())) {
                    actor.checkEdit(was);
                    edited.put(was, note.content());
                }
            } else if (!older && OF_EDITS.stream().anyMatch(name -> !Data.equal(sent.get(name), there.get(name)))) {
                invalid.add(new Fault(
                        "/" + place,
                        "stored",
                        place + ": the edits of " + note.noteId()
                                + " are recorded by the service; send them as they are" + " stored, or not at all",
                        null));
            }
        }

        private void add(Note note, String place) {
            if (actor.writesForOthers()) {
                added.add(note);
                return;
            }
            Note named = note.detective().isBlank() ? note.by(actor.name()) : note;
            added.add(named);
            if (!named.detective().equals(actor.name())) {
                foreign(place, Note.DETECTIVE.name(), actor.name(), named.detective());
            }
            if (named.editedAt() != null) {
                foreign(
                        place,
                        Note.EDITED_AT.name(),
                        "none in a new note",
                        named.editedAt().toString());
            }
            if (!named.isHandWritten()) {
                foreign(place, Note.EVENT_TYPE.name(), EventType.NOTE_ADDED.wireName(), named.eventType());
            }
            if (Duration.between(named.timestamp(), now).abs().compareTo(SKEW) > 0) {
                foreign(
                        place,
                        Note.TIMESTAMP.name(),
                        "now, or none",
                        named.timestamp().toString());
            }
        }

        private void foreign(String place, String member, String expected, String got) {
            ofOthers.add(new Fault(
                    "/" + place + "/" + member,
                    Principal.AUTHOR_MISMATCH,
                    place + "/" + member + ": expected " + expected + ", got " + got,
                    null));
        }
    }
}
