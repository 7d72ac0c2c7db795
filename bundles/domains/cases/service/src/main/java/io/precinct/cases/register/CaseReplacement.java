package io.precinct.cases.register;

import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.Authorship;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.FieldRules.Whole;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.cases.stack.Stacks;
import io.precinct.postgres.api.ConcurrentChange;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Versions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The whole case at once: the way of import. It obeys no state machine and keeps every note that is there. */
final class CaseReplacement {
    private final CaseServices services;

    CaseReplacement(CaseServices services) {
        this.services = services;
    }

    // @req:case-put
    Outcome put(Input input) {
        String id = id(input);
        Form form = Form.body(input);
        Authorship authorship = Authorship.of(input);
        Whole whole = FieldRules.whole(form, authorship);
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            form.fault("id", "format", "the id in the path has the form task-<uuid>", "task-<uuid>");
        }
        form.check();
        return services.mutate(input, mutation -> {
            Stacks stacks = Stacks.holding(mutation, List.of(id));
            OpenCase open = mutation.held(id);
            return open == null
                    ? create(input, mutation, id, whole, authorship)
                    : replace(input, open, whole, authorship, stacks);
        });
    }

    private Reply create(Input input, Mutation mutation, String id, Whole whole, Authorship authorship) {
        if (Versions.ifMatch(input) != null) {
            throw Refusal.of(412, "precondition_failed", "there is no case " + id + " to match", "current", null);
        }
        List<Note> notes = authorship.named(whole.notes(), List.of(), () -> null);
        authorship.checkAdded(notes, List.of(), false);
        // after the stack of the actor and before any row: the order of locks that prevents deadlocks
        CaseStore.lockForCreation(mutation.transaction(), id);
        if (mutation.openIfThere(id) != null) {
            throw new ConcurrentChange();
        }
        OpenCase fresh = mutation.create(id, whole.values(), whole.createdAt());
        notes.forEach(fresh::append);
        fresh.note(EventType.CASE_CREATED, "Case created under a given id");
        return CaseEndpoints.created(fresh);
    }

    private static Reply replace(Input input, OpenCase open, Whole whole, Authorship authorship, Stacks stacks) {
        unchanged(input).accept(open);
        if ("*".equals(input.headers().get("if-none-match"))) {
            throw Refusal.of(
                    412,
                    "precondition_failed",
                    "there is a case " + open.id() + " already",
                    "current",
                    open.withNotes().toData());
        }
        // of an older version: differences may be later edits of others, and existing notes stay anyway
        boolean older = whole.version() != null && whole.version() < open.version();
        List<Note> notes = authorship.named(whole.notes(), open.notes(), () -> null);
        authorship.checkAdded(notes, open.notes(), older);
        // only a touch says when a case was last viewed
        Values values = whole.values().with(TaskField.LAST_VIEWED, open.values().get(TaskField.LAST_VIEWED));
        FieldVersions.check(open, values, whole.version());
        CaseStatus before = open.status();
        open.set(values);
        int added = addMissing(open, notes);
        if (!open.changed().isEmpty() || added > 0) {
            open.note(EventType.VERSION_UPDATED, said(open.changed(), added));
        }
        if (before == CaseStatus.ACTIVE && open.status() != CaseStatus.ACTIVE) {
            stacks.remove(List.of(open.id()));
            stacks.tell("put");
        }
        return bare(open);
    }

    private static int addMissing(OpenCase open, List<Note> notes) {
        Set<String> there = new HashSet<>();
        open.notes().forEach(note -> there.add(note.noteId()));
        int added = 0;
        for (Note note : notes) {
            if (there.add(note.noteId())) {
                open.append(note);
                added++;
            }
        }
        return added;
    }

    private static String said(List<TaskField> changed, int added) {
        String fields = changed.isEmpty() ? "Replaced" : "Replaced: " + FieldRules.names(changed);
        return added == 0 ? fields : fields + "; notes added: " + added;
    }
}
