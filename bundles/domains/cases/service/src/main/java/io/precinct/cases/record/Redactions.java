package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.common.digest.Digests;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Refusal.Fault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The redactions of a case: the texts that it must not have again, by their digests. They are kept even if the case is
 * deleted. Immutable.
 *
 * @param all one element for each text of each redacted note
 */
// @req:note-redact
public record Redactions(List<Redaction> all) {
    /** No redactions. */
    public static final Redactions NONE = new Redactions(List.of());

    /** The fields whose text is refused if it was redacted in a note that reports its change. */
    static final List<TaskField> FIELDS = List.of(TaskField.LABEL, TaskField.NOTES, TaskField.CURRENT_RESUME);

    /** The fields whose former values are removed from stored events. */
    private static final List<TaskField> TOLD = List.of(
            TaskField.LABEL,
            TaskField.NOTES,
            TaskField.CURRENT_RESUME,
            TaskField.REPOSITORY_CONTEXT,
            TaskField.EVIDENCE_TAGS,
            TaskField.CONSCIOUSNESS_LINKS);

    /** The redactions of one case. */
    static final String FIND = "SELECT note_id, digest, everywhere, redacted_at, redacted_by, task_id"
            + " FROM cases.redaction WHERE task_id = ?";

    /** The redactions of several cases. */
    static final String FIND_ALL = FIND.replace("= ?", "= ANY (?)");

    private static final String KEEP =
            "INSERT INTO cases.redaction (task_id, note_id, digest, everywhere, redacted_at, redacted_by)"
                    + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";

    /** The words are used only to find what is misspelled. */
    private static final String FORGET_WORDS = """
            DELETE FROM cases.word w USING (
                SELECT DISTINCT word FROM unnest(?::text[]) AS text,
                    unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, text))) AS word) AS gone
            WHERE w.word = gone.word
                AND NOT EXISTS (SELECT FROM cases.task t
                    WHERE t.search @@ plainto_tsquery('pg_catalog.simple'::regconfig, gone.word))
                AND NOT EXISTS (SELECT FROM cases.note n
                    WHERE n.search @@ plainto_tsquery('pg_catalog.simple'::regconfig, gone.word))
            """;

    public Redactions {
        all = List.copyOf(all);
    }

    /**
     * The redaction of one text of a note.
     *
     * @param digest the SHA-256 of the text in UTF-8, in lower-case hexadecimal
     * @param everywhere whether no other note or field of the case may have the text; false for the texts of records,
     *     many of which are equal
     */
    public record Redaction(String noteId, String digest, boolean everywhere, Instant at, String by) {
        static Redaction read(ResultSet row) throws SQLException {
            return new Redaction(
                    row.getString(1),
                    row.getString(2),
                    row.getBoolean(3),
                    Timestamps.required(row, 4),
                    row.getString(5));
        }
    }

    /** Returns the digest of a text. */
    static String digest(String text) {
        return Digests.sha256Hex(text);
    }

    /** Returns the ids of the redacted notes. */
    public Set<String> noteIds() {
        return all.stream().map(Redaction::noteId).collect(Collectors.toSet());
    }

    /** Returns these redactions and those that redacted notes among the given ones carry. */
    public Redactions with(List<Note> notes, Values values) {
        var more = new LinkedHashSet<>(all);
        notes.forEach(note -> more.addAll(note.redactions(values)));
        return more.size() == all.size() ? this : new Redactions(List.copyOf(more));
    }

    /** Returns these notes without what they quote of redacted ones. */
    public List<Note> unquoted(List<Note> notes) {
        Set<String> ids = noteIds();
        return notes.stream().map(note -> note.withoutTexts(ids)).toList();
    }

    /** Returns the redaction because of which the case must not get this note, or null. */
    public @Nullable Redaction of(Note note) {
        String digest = all.isEmpty() ? "" : digest(note.content());
        for (Redaction one : all) {
            boolean same = one.digest.equals(digest);
            if (one.noteId.equals(note.noteId()) && (same || !note.isRedacted())
                    || same && one.everywhere && note.isWritten()) {
                return one;
            }
        }
        return null;
    }

    /** Returns the redaction because of which the case must not get this value of a field, or null. */
    public @Nullable Redaction of(TaskField field, @Nullable Object value) {
        if (all.isEmpty() || !FIELDS.contains(field) || !(value instanceof String text)) {
            return null;
        }
        String digest = digest(text);
        return all.stream()
                .filter(one -> one.everywhere && one.digest.equals(digest))
                .findFirst()
                .orElse(null);
    }

    /**
     * Checks what a mutation adds to a case.
     *
     * @throws Refusal 422 {@code redacted}
     */
    void check(OpenCase open) {
        if (all.isEmpty()) {
            return;
        }
        var refused = new ArrayList<Refused>();
        for (TaskField field : open.before() == null ? FIELDS : open.changed()) {
            Redaction one = of(field, open.values().get(field));
            if (one != null) {
                refused.add(new Refused(field.wireName(), one));
            }
        }
        for (List<Note> notes : List.of(open.added(), open.edited())) {
            for (Note note : notes) {
                Redaction one = of(note);
                if (one != null) {
                    refused.add(new Refused(TaskField.INVESTIGATION_NOTES.wireName(), one));
                }
            }
        }
        refuse(422, refused);
    }

    /**
     * Checks notes that a client sends. A note that is stored with the same text may stay.
     *
     * @throws Refusal 422 {@code redacted}
     */
    void refuse(List<Note> sent, List<Note> there) {
        if (all.isEmpty()) {
            return;
        }
        Map<String, Note> stored = there.stream().collect(Collectors.toMap(Note::noteId, Function.identity()));
        var refused = new ArrayList<Refused>();
        for (int i = 0; i < sent.size(); i++) {
            Note was = stored.get(sent.get(i).noteId());
            Redaction one = was != null && was.content().equals(sent.get(i).content()) ? null : of(sent.get(i));
            if (one == null
                    && was != null
                    && was.isRedacted()
                    && !was.content().equals(sent.get(i).content())) {
                one = was.redactions(Values.ABSENT).getFirst();
            }
            if (one != null) {
                refused.add(new Refused(TaskField.INVESTIGATION_NOTES.wireName() + "/" + i, one));
            }
        }
        refuse(422, refused);
    }

    /**
     * A text that is refused.
     *
     * @param place where it was sent, as a path
     */
    record Refused(String place, Redaction redaction) {
        private String message() {
            return place + ": the text of " + redaction.noteId + " was redacted by " + redaction.by + " at "
                    + Timestamps.text(redaction.at) + ", for good; leave it out, or send the note as it is stored now";
        }

        private Fault fault() {
            return new Fault("/" + place, "redacted", message(), null);
        }
    }

    /**
     * Refuses texts; does nothing if there are none.
     *
     * @throws Refusal {@code redacted}, with the first of them and all as {@code errors}
     */
    static void refuse(int status, List<Refused> refused) {
        if (refused.isEmpty()) {
            return;
        }
        Redaction first = refused.getFirst().redaction;
        throw Refusal.of(
                status,
                "redacted",
                refused.getFirst().message(),
                Note.ID.name(),
                first.noteId,
                "redacted_at",
                Timestamps.text(first.at),
                "redacted_by",
                first.by,
                "errors",
                refused.stream().map(each -> each.fault().toData()).toList());
    }

    /** Adds the statements that store the redactions which these notes carry. */
    static void keep(String taskId, List<Note> notes, Values values, StatementBatch batch) {
        for (Note note : notes) {
            note.redactions(values).forEach(one -> keep(taskId, one, batch));
        }
    }

    private static void keep(String taskId, Redaction one, StatementBatch batch) {
        batch.add(KEEP, taskId, one.noteId, one.digest, one.everywhere, one.at, one.by);
    }

    /**
     * Adds the statements that store further texts of a redacted note, and that forget words which no case has any
     * more.
     */
    public static void forget(String taskId, Note redacted, Set<String> texts, Values values, StatementBatch batch) {
        for (String text : texts) {
            if (FIELDS.stream().noneMatch(field -> text.equals(values.get(field)))) {
                keep(
                        taskId,
                        new Redaction(
                                redacted.noteId(),
                                digest(text),
                                true,
                                Objects.requireNonNull(redacted.editedAt()),
                                Objects.requireNonNullElse(redacted.editedBy(), redacted.detective())),
                        batch);
            }
        }
        batch.add(FORGET_WORDS, (Object) texts.toArray(String[]::new));
    }

    /**
     * Removes the texts that notes of a case had here before synchronisation brought them redacted.
     *
     * @param there the notes as they were; empty if the case is new
     * @param now the case with the notes that arrived
     */
    public static void arrived(
            Transaction transaction, Events events, List<Note> there, CaseWithNotes now, StatementBatch batch) {
        Map<String, Note> had = there.stream().collect(Collectors.toMap(Note::noteId, Function.identity()));
        boolean any = false;
        for (Note note : now.notes()) {
            Note was = had.get(note.noteId());
            if (note.isRedacted() && (was == null || !was.isRedacted())) {
                any = true;
                if (was != null) {
                    forget(now.task().id(), note, was.texts(), now.task().values(), batch);
                }
            }
        }
        if (any) {
            purge(transaction, events, now.task());
        }
    }

    /**
     * Keeps the redactions that synchronisation brings of a case that is deleted here, and removes their texts from the
     * trash and from what is stored beside the case.
     *
     * @param sent the case as it was sent
     * @param known the redactions that the case has had
     */
    public static void arrivedOfDeleted(
            Transaction transaction, Events events, CaseWithNotes sent, Redactions known, StatementBatch batch) {
        Task task = sent.task();
        Map<String, Note> redacted = sent.notes().stream()
                .filter(Note::isRedacted)
                .collect(Collectors.toMap(Note::noteId, Function.identity()));
        Redactions all = known.with(List.copyOf(redacted.values()), task.values());
        if (all.equals(known)) {
            return;
        }
        keep(task.id(), List.copyOf(redacted.values()), task.values(), batch);
        DepartedContent content = DepartedContent.find(transaction, task.id());
        if (content != null) {
            var notes = new ArrayList<Note>();
            for (Note note : content.notes()) {
                Note replacement = redacted.get(note.noteId());
                if (replacement == null || note.isRedacted()) {
                    notes.add(note);
                } else {
                    forget(task.id(), replacement, note.texts(), task.values(), batch);
                    notes.add(replacement.at(note.position()));
                }
            }
            content.replaceNotes(batch, task.id(), all.unquoted(notes));
        }
        purge(transaction, events, task);
    }

    /**
     * Removes former texts of a case from what is stored outside of it: merge bases, events, and answers for an {@code
     * Idempotency-Key}. Holds up the events of all others until the transaction ends.
     *
     * @param now the case, whose present values the events get
     */
    public static void purge(Transaction transaction, Events events, Task now) {
        // the revisions stored as merge bases contain whole cases with the redacted text
        transaction.execute("DELETE FROM cases.revision WHERE task_id = ?", now.id());
        Idempotency.redact(transaction, now.id());
        events.rewrite(transaction, Mutation.TOPIC, "\"" + now.id() + "\"", event -> told(event, now));
    }

    /** Returns the members of a stored event with the present values of the case in place of its former ones. */
    private static Map<String, @Nullable Object> told(Map<String, @Nullable Object> event, Task now) {
        var data = Data.mapBuilder();
        event.forEach((name, value) ->
                data.put(name, name.equals("case") || name.equals("current") ? present(value, now) : value));
        return data.build();
    }

    private static @Nullable Object present(@Nullable Object of, Task now) {
        if (!(of instanceof Map<?, ?> members) || !now.id().equals(members.get(TaskField.ID.wireName()))) {
            return of;
        }
        var data = Data.mapBuilder();
        members.forEach((name, value) -> {
            TaskField field = TaskField.of(String.valueOf(name));
            data.put(String.valueOf(name), field != null && TOLD.contains(field) ? field.in(now) : value);
        });
        return data.build();
    }
}
