package io.precinct.cases.notes;

import static io.precinct.cases.CaseRequest.WITHOUT_LISTS;
import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.changing;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.api.Cases;
import io.precinct.cases.export.ExportSettings;
import io.precinct.cases.export.ExportedFiles;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Versions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Endpoints that take something back and record that: redaction of a note, undo of a change. Stateless, hence
 * thread-safe.
 */
@Component
@FamilyName("corrections")
public final class Corrections implements BoundaryFamily {
    /** How long users may undo their own changes. */
    private static final Duration UNDOABLE = Duration.ofDays(1);

    private static final String NOTES = TaskField.INVESTIGATION_NOTES.wireName();

    private static final Field<String> REASON =
            Field.requiredMarkdown("reason", CaseLimits.MARKDOWN / 2).describedAs("Why; it stays in the case.");

    private static final Schema REDACTED = CaseSchemas.NOTE
            .with(
                    "unreachable",
                    Schema.list(Schema.anyOf(
                                    ExportedFiles.SCHEMA,
                                    Schema.object()
                                            .with("kind", Schema.oneOf("backup", "instance"))
                                            .with("reason", Schema.text())))
                            .describedAs("The copies that still have the text."))
            .named("RedactedNote");

    private final CaseServices services;
    private final ExportSettings exports;

    /** Creates the endpoints on these services. */
    @Activate
    public Corrections(@Reference CaseServices services, @Reference ExportSettings exports) {
        this.services = services;
        this.exports = exports;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.on(
                        RouteDeclaration.of("post", "/api/tasks/:id/notes/:idx/redact")
                                .permitting(CaseRoles.LEADING),
                        "redact",
                        changing(
                                        "Replaces the texts of a note by their digests, with who did so, when and why.",
                                        REDACTED,
                                        REASON)
                                .takes(Notes.PLACE)
                                .build(),
                        Endpoint.item(this::redact)),
                Member.post(
                        "/api/tasks/:id/undo",
                        "undo",
                        changing("Undoes the last change of a case within a day, for whoever made it.")
                                .answers(WITHOUT_LISTS)
                                .build(),
                        Endpoint.item(this::undo)));
    }

    // @req:note-redact
    private Outcome redact(Input input) {
        Form form = Form.body(input);
        String reason = REASON.in(form);
        form.check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            Note note = NoteIndex.find(open, input.params().text("idx"));
            boolean synced = isSynced(mutation, open);
            if (note.isRedacted() && note.editedAt() != null) {
                return redacted(open, note, ExportedFiles.before(exports, open.id(), note.editedAt()), synced);
            }
            Set<String> texts = new LinkedHashSet<>(note.texts());
            Note redacted = redactAll(open, note, "Redacted: " + reason, mutation, texts);
            open.note(
                    EventType.FIELD_UPDATED,
                    "Redacted note " + open.notes().indexOf(redacted) + " (" + note.noteId() + "): " + reason,
                    mutation.actor(),
                    Data.list(Data.map(
                            "field",
                            NOTES,
                            "old",
                            Data.map(Note.ID.name(), note.noteId(), "content", Note.digest(note.content())),
                            "new",
                            Data.map(Note.ID.name(), note.noteId(), "redacted", true))));
            mutation.redact(open, redacted, texts);
            texts.add(note.content());
            return redacted(open, redacted, ExportedFiles.holding(exports, open.id(), texts), synced);
        });
    }

    private static Reply redacted(OpenCase open, Note note, List<Map<String, @Nullable Object>> files, boolean synced) {
        Map<String, @Nullable Object> data = Data.mapBuilder()
                .putAll(note.toData())
                .put("unreachable", unreachable(files, synced))
                .build();
        return Versions.tagged(Reply.ok(data), open.task().version());
    }

    /**
     * Redacts a note, the notes whose deletion it records if they are there again, and what other notes quote of all
     * these.
     *
     * @param texts gets the texts that other notes lose
     */
    private static Note redactAll(OpenCase open, Note note, String content, Mutation mutation, Set<String> texts) {
        Set<String> ids = new HashSet<>(note.quotedNotes());
        ids.add(note.noteId());
        Note redacted = note;
        for (Note one : open.notes()) {
            if (one.equals(note)) {
                redacted = open.replace(one, one.redacted(content, mutation.at(), mutation.actor()));
            } else if (ids.contains(one.noteId()) && !one.isRedacted()) {
                texts.addAll(one.texts());
                open.replace(one, one.redacted(content, mutation.at(), mutation.actor()));
            } else if (!one.withoutTexts(ids).equals(one)) {
                open.replace(one, one.withoutTexts(ids));
            }
        }
        return redacted;
    }

    private static boolean isSynced(Mutation mutation, OpenCase open) {
        return mutation.transaction()
                .select("SELECT EXISTS (SELECT FROM cases.revision WHERE task_id = ?)", open.id())
                .mapTo(Boolean.class)
                .one();
    }

    /** Returns the copies that a redaction does not change. */
    private static List<Map<String, @Nullable Object>> unreachable(
            List<Map<String, @Nullable Object>> files, boolean synced) {
        var copies = new ArrayList<>(files);
        copies.add(Data.map("kind", "backup", "reason", "backups made before still have the text"));
        if (synced) {
            copies.add(Data.map(
                    "kind",
                    "instance",
                    "reason",
                    "other instances and clients have the text until they synchronise the case again"));
        }
        return copies;
    }

    // @req:case-undo
    private Outcome undo(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            if (open.notes().isEmpty()) {
                throw notUndoable("there is nothing to undo: the case has no notes");
            }
            Note last = open.notes().getLast();
            Note edited = open.notes().stream()
                    .filter(note -> note.editedAt() != null && note.editedAt().isAfter(last.timestamp()))
                    .max(Comparator.comparing(note -> Objects.requireNonNull(note.editedAt())))
                    .orElse(null);
            if (edited != null) {
                undoEdit(open, edited, mutation);
            } else if (last.isUndo()) {
                throw notUndoable("there is nothing to undo: the last change is an undo");
            } else {
                undo(open, last, mutation);
            }
            return bare(open);
        });
    }

    private static void undoEdit(OpenCase open, Note edited, Mutation mutation) {
        checkUndo(Objects.requireNonNull(edited.editedBy()), edited.editedAt(), mutation);
        if (!(edited.changes().getLast() instanceof Map<?, ?> edit && edit.get("old") instanceof String former)) {
            throw notUndoable("the former text of " + edited.noteId() + " is not known");
        }
        open.edit(edited, former, mutation.actor());
        noted(open, edited, "Undid the edit of " + edited.noteId(), List.of());
    }

    private void undo(OpenCase open, Note last, Mutation mutation) {
        checkUndo(last.detective(), last.timestamp(), mutation);
        String said = "Undid " + last.noteId() + ": " + NoteIndex.preview(last.content());
        Map<String, @Nullable Object> deleted = deletedNote(last);
        Cases.Change list = ListMembers.reported(last);
        if (last.isHandWritten()) {
            open.remove(last);
            noted(open, last, "Undid " + last.noteId(), List.of(changed(last.toData(), null)));
        } else if (deleted != null) {
            Note restored = open.append(Note.of(deleted));
            noted(open, last, said, List.of(changed(null, Data.map(Note.ID.name(), restored.noteId()))));
        } else if (list != null && last.eventType().equals(EventType.FIELD_UPDATED.wireName())) {
            List<Cases.Change> back = services.lists().revert(mutation.transaction(), open.id(), list);
            noted(open, last, said, back.stream().map(ListMembers::told).toList());
        } else {
            undoFields(open, last);
            checkLinks(open, mutation);
            noted(open, last, said, List.of());
        }
    }

    private static void undoFields(OpenCase open, Note last) {
        if (last.changes().isEmpty()) {
            throw notUndoable("the last change (" + last.eventType() + ") is no change of a field");
        }
        for (Object change : last.changes()) {
            Map<?, ?> of = change instanceof Map<?, ?> map ? map : Map.of();
            TaskField field = of.get("field") instanceof String name ? TaskField.of(name) : null;
            if (field == null
                    || !field.isStored()
                    || field == TaskField.STATUS
                    || last.eventType().equals(EventType.VERSION_UPDATED.wireName())
                    || last.eventType().equals(EventType.CASE_LINKED.wireName())) {
                throw notUndoable(
                        "the last change (" + last.eventType()
                                + ") is not undone so; operations of the lifecycle have their opposites, and a link is taken off");
            }
            Form former = Form.of(Data.map(field.wireName(), of.get("old")));
            open.set(field, field.read(former));
            if (!former.faults().isEmpty()) {
                throw notUndoable(field.wireName() + " cannot have its former value any more");
            }
        }
    }

    /** Checks that every id that the undo puts back into the list of links is the id of an existing case. */
    private static void checkLinks(OpenCase open, Mutation mutation) {
        List<String> had = Objects.requireNonNull(open.before()).values().texts(TaskField.CASE_LINKS);
        List<String> back = open.values().texts(TaskField.CASE_LINKS).stream()
                .filter(id -> !had.contains(id))
                .toList();
        if (!Relations.missing(mutation.transaction(), back).isEmpty()) {
            throw notUndoable("a case that it was linked with is deleted");
        }
    }

    /** Returns the note whose deletion the given note records, or null. */
    @SuppressWarnings("unchecked") // plain data
    private static @Nullable Map<String, @Nullable Object> deletedNote(Note record) {
        return record.changes().size() == 1
                        && record.changes().getFirst() instanceof Map<?, ?> change
                        && NOTES.equals(change.get("field"))
                        && change.get("new") == null
                        && change.get("old") instanceof Map<?, ?> old
                        && old.get("content") instanceof String
                ? (Map<String, @Nullable Object>) old
                : null;
    }

    private static Map<String, @Nullable Object> changed(@Nullable Object old, @Nullable Object now) {
        return Data.map("field", NOTES, "old", old, "new", now);
    }

    /** Adds the note of an undo, which reports the changed fields, these changes, and that it is an undo. */
    private static void noted(OpenCase open, Note undone, String said, List<Map<String, @Nullable Object>> changes) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>(changes);
        all.add(Note.undone(undone.noteId()));
        open.note(EventType.FIELD_UPDATED, said, all);
    }

    private static void checkUndo(String by, @Nullable Instant at, Mutation mutation) {
        if (!by.equals(mutation.actor())) {
            throw notUndoable("the last change is " + by + "'s").with("detective", by);
        }
        if (at == null || at.plus(UNDOABLE).isBefore(mutation.at())) {
            throw notUndoable("the last change is older than a day");
        }
    }

    private static Refusal notUndoable(String why) {
        return Refusal.of(409, "not_undoable", why);
    }
}
