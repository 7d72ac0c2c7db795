package io.precinct.cases.register;

import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.Cases;
import io.precinct.cases.export.SentArtifact;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.FieldRules.Whole;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.SentNotes;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.cases.stack.Stacks;
import io.precinct.postgres.api.ConcurrentChange;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Versions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a whole case at once, with its checklists if the body is an artifact. This is how cases are imported. It
 * ignores the state machine and keeps all stored notes.
 */
final class CaseReplacement {
    private final CaseServices services;

    CaseReplacement(CaseServices services) {
        this.services = services;
    }

    /**
     * The content of a body.
     *
     * @param lists the checklists of an artifact; null to leave the stored checklists unchanged
     */
    private record Sent(Whole whole, @Nullable List<Content> lists) {}

    // @req:case-put
    Outcome put(Input input) {
        String id = id(input);
        Form form = Form.body(input);
        Sent sent = read(form, id, Actor.of(input));
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            form.fault("id", "format", "the id in the path has the form task-<uuid>", "task-<uuid>");
        }
        form.check();
        return services.mutate(input, mutation -> {
            Stacks stacks = Stacks.holding(mutation, List.of(id));
            OpenCase open = mutation.held(id);
            return open == null ? create(input, mutation, id, sent) : replace(input, mutation, open, sent, stacks);
        });
    }

    private Sent read(Form form, String id, Actor actor) {
        return SentArtifact.is(form)
                ? new Sent(
                        FieldRules.whole(SentArtifact.task(form, id), actor), ListMembers.read(form, services::lists))
                : new Sent(FieldRules.whole(form, actor), null);
    }

    /** Replaces the checklists unless {@code lists} is null. The case, or for a new case its id, is locked. */
    private List<Cases.Change> replaceLists(Mutation mutation, String id, @Nullable List<Content> lists) {
        return lists == null ? List.of() : services.lists().replace(mutation.transaction(), id, lists);
    }

    /**
     * Checks the link targets, except for actors who import: they may write a case before the cases that it links to.
     */
    private static void checkTargets(Mutation mutation, Values values, List<String> had) {
        if (!mutation.who().writesForOthers()) {
            Relations.checkTargets(mutation, values.get(TaskField.CASE_LINKS), had);
        }
    }

    private Reply create(Input input, Mutation mutation, String id, Sent sent) {
        Whole whole = sent.whole;
        if (Versions.ifMatch(input) != null) {
            throw Refusal.of(412, "precondition_failed", "there is no case " + id + " to match", "current", null);
        }
        SentNotes notes = SentNotes.of(whole.notes(), List.of(), false, mutation.who(), mutation.at());
        // locks follow the stack of the actor and precede all rows, which is the order that prevents deadlocks
        CaseStore.lockForCreation(mutation.transaction(), id);
        if (mutation.openIfThere(id) != null) {
            throw new ConcurrentChange();
        }
        checkTargets(mutation, whole.values(), List.of());
        Relations.namedBefore(mutation, id);
        OpenCase fresh = mutation.create(id, whole.values(), whole.createdAt());
        notes.added().forEach(fresh::append);
        List<Cases.Change> lists = replaceLists(mutation, id, sent.lists);
        fresh.note(EventType.CASE_CREATED, "Case created under a given id" + named(lists), told(lists));
        return CaseEndpoints.created(fresh);
    }

    private Reply replace(Input input, Mutation mutation, OpenCase open, Sent sent, Stacks stacks) {
        Whole whole = sent.whole;
        unchanged(input).accept(open);
        if ("*".equals(input.headers().get("if-none-match"))) {
            throw Refusal.of(
                    412,
                    "precondition_failed",
                    "there is a case " + open.id() + " already",
                    "current",
                    open.withNotes().toData());
        }
        boolean older = whole.version() != null && whole.version() < open.version();
        checkTargets(mutation, whole.values(), open.values().texts(TaskField.CASE_LINKS));
        SentNotes notes = SentNotes.of(whole.notes(), open.notes(), older, mutation.who(), mutation.at());
        // only a touch sets the time when a case was last viewed
        Values values = whole.values().with(TaskField.LAST_VIEWED, open.values().get(TaskField.LAST_VIEWED));
        FieldVersions.check(open, values, whole.version());
        List<Cases.Change> lists = replaceLists(mutation, open.id(), sent.lists);
        Set<String> known = whole.notes().stream().map(Note::noteId).collect(Collectors.toSet());
        FieldVersions.checkLists(open, lists, known, whole.version());
        CaseStatus before = open.status();
        open.set(values);
        notes.edited().forEach((note, content) -> open.edit(note, content, mutation.actor()));
        notes.added().forEach(open::append);
        if (open.dirty() || !lists.isEmpty()) {
            open.note(EventType.VERSION_UPDATED, said(open.changed(), notes, lists), told(lists));
        }
        if (before == CaseStatus.ACTIVE && open.status() != CaseStatus.ACTIVE) {
            stacks.remove(List.of(open.id()));
            stacks.tell("put");
        }
        return bare(open);
    }

    private static String said(List<TaskField> changed, SentNotes notes, List<Cases.Change> lists) {
        String fields = changed.isEmpty() ? "Replaced" : "Replaced: " + FieldRules.names(changed);
        return fields
                + counted("added", notes.added().size())
                + counted("edited", notes.edited().size())
                + named(lists);
    }

    private static String named(List<Cases.Change> lists) {
        return lists.isEmpty()
                ? ""
                : "; checklists: " + lists.stream().map(Cases.Change::content).collect(Collectors.joining(", "));
    }

    private static List<Map<String, @Nullable Object>> told(List<Cases.Change> lists) {
        return lists.stream().map(ListMembers::told).toList();
    }

    private static String counted(String what, int count) {
        return count == 0 ? "" : "; notes " + what + ": " + count;
    }
}
