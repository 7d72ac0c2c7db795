package io.precinct.cases.notes;

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
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.EventType;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private final CaseServices services;

    /** Creates the endpoints on these services. */
    @Activate
    public Corrections(@Reference CaseServices services) {
        this.services = services;
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
                                        CaseSchemas.NOTE,
                                        REASON)
                                .takes(Notes.PLACE)
                                .build(),
                        Endpoint.item(this::redact)),
                Member.post(
                        "/api/tasks/:id/undo",
                        "undo",
                        changing("Undoes the last change of a case within a day, for whoever made it.")
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
            Note redacted = open.replace(note, note.redacted("Redacted: " + reason, mutation.at(), mutation.actor()));
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
            // the revisions stored as merge bases contain whole cases with the redacted text
            mutation.also("DELETE FROM cases.revision WHERE task_id = ?", open.id());
            return Versions.tagged(Reply.ok(redacted.toData()), open.task().version());
        });
    }

    // @req:case-undo
    private Outcome undo(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            Note last = open.notes().getLast();
            Note edited = open.notes().stream()
                    .filter(note -> note.editedAt() != null && note.editedAt().isAfter(last.timestamp()))
                    .max(Comparator.comparing(note -> Objects.requireNonNull(note.editedAt())))
                    .orElse(null);
            if (edited != null) {
                undoEdit(open, edited, mutation);
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
        noted(open, mutation, "Undid the edit of " + edited.noteId(), null, null);
    }

    private static void undo(OpenCase open, Note last, Mutation mutation) {
        checkUndo(last.detective(), last.timestamp(), mutation);
        String said = "Undid " + last.noteId() + ": " + NoteIndex.preview(last.content());
        Map<String, @Nullable Object> deleted = deletedNote(last);
        if (last.isHandWritten()) {
            open.remove(last);
            noted(open, mutation, "Undid " + last.noteId(), last.toData(), null);
        } else if (deleted != null) {
            Note restored = open.append(Note.of(deleted));
            noted(open, mutation, said, null, Data.map(Note.ID.name(), restored.noteId()));
        } else {
            undoFields(open, last);
            checkLinks(open, mutation);
            open.note(EventType.FIELD_UPDATED, said);
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

    private static void noted(
            OpenCase open, Mutation mutation, String said, @Nullable Object old, @Nullable Object now) {
        List<@Nullable Object> changes =
                old == null && now == null ? Data.list() : Data.list(Data.map("field", NOTES, "old", old, "new", now));
        open.note(EventType.FIELD_UPDATED, said, mutation.actor(), changes);
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
