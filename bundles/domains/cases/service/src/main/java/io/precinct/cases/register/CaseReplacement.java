package io.precinct.cases.register;

import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.tagged;
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
import io.precinct.cases.record.CaseContext;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.DepartedContent;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.FieldRules.Whole;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Redactions;
import io.precinct.cases.record.Relation;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.RestoredRelations;
import io.precinct.cases.record.SentNotes;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.cases.stack.Stacks;
import io.precinct.postgres.api.ConcurrentChange;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Versions;
import java.util.ArrayList;
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
     * @param place the pointer to the case
     * @param lists the checklists of an artifact; null to leave the stored checklists unchanged
     * @param context what else an artifact contains
     * @param actor the actor; a lead who restores an artifact as it was exported may write what others have written
     */
    private record Sent(Whole whole, String place, @Nullable List<Content> lists, CaseContext context, Actor actor) {}

    // @req:case-put
    Outcome put(Input input) {
        String id = id(input);
        Form form = Form.body(input, SentArtifact.is(input) ? SentArtifact.SCHEMA : CaseFields.REPLACEMENT);
        Sent sent = read(input, form, id);
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            form.fault("id", "format", "the id in the path has the form task-<uuid>", "task-<uuid>");
        }
        form.check();
        boolean createsOnly = Versions.createsOnly(input);
        return services.mutate(input, mutation -> {
            Stacks stacks = Stacks.holding(mutation, List.of(id));
            OpenCase open = mutation.held(id);
            if (open == null) {
                return create(input, mutation, id, sent);
            }
            unchanged(input).accept(open);
            if (createsOnly) {
                throw Refusal.of(
                        412,
                        "precondition_failed",
                        "there is a case " + id + " already",
                        "current",
                        open.withNotes().toData());
            }
            return replace(input, mutation, open, sent, stacks);
        });
    }

    private Sent read(Input input, Form form, String id) {
        Actor actor = Actor.of(input);
        if (!SentArtifact.is(input)) {
            return new Sent(FieldRules.whole(form, actor), "", null, CaseContext.NONE, actor);
        }
        return new Sent(
                FieldRules.whole(SentArtifact.task(form, id), actor),
                "/" + SentArtifact.TASK,
                ListMembers.read(form, services::lists),
                CaseContext.read(form, id),
                SentArtifact.isAsExported(form) ? actor.restoring() : actor);
    }

    /** Returns the values with the detective to store. Whoever imports may name people of another instance. */
    private Values assigned(Sent sent, @Nullable String stored) {
        Actor who = sent.actor;
        Actor actor = who.writesForOthers() ? Actor.local(who.name()) : who;
        Values values = sent.whole.values();
        String detective = services.people()
                .by(actor)
                .require(sent.place + "/" + TaskField.DETECTIVE.wireName(), values.text(TaskField.DETECTIVE), stored);
        return values.with(TaskField.DETECTIVE, detective);
    }

    /**
     * Replaces the checklists unless they are null. The case, or for a new case its id, is locked. The text around the
     * lists is that of the artifact if the case has no node, else it stays.
     */
    private List<Cases.Change> replaceLists(
            Mutation mutation, String id, Sent sent, List<Map<String, @Nullable Object>> warnings) {
        String text = sent.context.node();
        if (text != null) {
            String there =
                    services.lists().texts(mutation.transaction(), List.of(id)).get(id);
            if (there == null) {
                return services.lists().replace(mutation.transaction(), id, text, sent.lists);
            }
            if (!there.equals(text)) {
                warnings.add(CaseContext.notRestored(
                        "the text around the checklists: the case has a node with another text by now"));
            }
        }
        return sent.lists == null ? List.of() : services.lists().replace(mutation.transaction(), id, sent.lists);
    }

    /** Writes the relations of an artifact; returns how many are new or changed. */
    private int relate(Mutation mutation, String id, Sent sent, List<Map<String, @Nullable Object>> warnings) {
        List<Relation> relations = sent.context.relations();
        if (relations == null) {
            return 0;
        }
        RestoredRelations.Result result = RestoredRelations.write(
                mutation, id, relations, services.relationTypes(), sent.actor.writesForOthers());
        warnings.addAll(result.refused());
        return result.written();
    }

    /**
     * Checks the link targets, except for actors who import: they may write a case before the cases that it links to.
     */
    private static void checkTargets(Mutation mutation, Actor actor, Values values, List<String> had) {
        if (!actor.writesForOthers()) {
            Relations.checkTargets(mutation, values.get(TaskField.CASE_LINKS), had);
        }
    }

    private Reply create(Input input, Mutation mutation, String id, Sent sent) {
        Whole whole = sent.whole;
        if (Versions.ifMatch(input) != null) {
            throw Refusal.of(412, "precondition_failed", "there is no case " + id + " to match", "current", null);
        }
        Values values = assigned(sent, null);
        // locks follow the stack of the actor and precede all rows, which is the order that prevents deadlocks
        CaseStore.lockForCreation(mutation.transaction(), id);
        if (mutation.openIfThere(id) != null) {
            throw new ConcurrentChange();
        }
        Redactions redactions = mutation.redactions(id);
        SentNotes notes = SentNotes.of(
                redactions.unquoted(whole.notes()), List.of(), redactions, false, sent.actor, mutation.at());
        DepartedContent.checkLeaving(mutation.transaction(), id, mutation.who());
        checkTargets(mutation, sent.actor, values, List.of());
        Relations.namedBefore(mutation, id);
        OpenCase fresh = mutation.createAgain(id, values, whole.createdAt());
        notes.added().forEach(fresh::append);
        List<Map<String, @Nullable Object>> warnings = new ArrayList<>();
        List<Cases.Change> lists = replaceLists(mutation, id, sent, warnings);
        relate(mutation, id, sent, warnings);
        fresh.note(EventType.CASE_CREATED, "Case created under a given id" + named(lists), told(lists));
        return tagged(Reply.ok(CaseContext.with(fresh.withNotes().toData(), warnings)), fresh.task())
                .status(201)
                .header("Location", "/api/tasks/" + id);
    }

    private Reply replace(Input input, Mutation mutation, OpenCase open, Sent sent, Stacks stacks) {
        Whole whole = sent.whole;
        boolean older = whole.version() != null && whole.version() < open.version();
        checkTargets(mutation, sent.actor, whole.values(), open.values().texts(TaskField.CASE_LINKS));
        Redactions redactions = mutation.redactions(open.id());
        SentNotes notes = SentNotes.of(
                redactions.unquoted(whole.notes()), open.notes(), redactions, older, sent.actor, mutation.at());
        // only a touch sets the time when a case was last viewed
        Values values = assigned(sent, open.values().text(TaskField.DETECTIVE))
                .with(TaskField.LAST_VIEWED, open.values().get(TaskField.LAST_VIEWED));
        FieldVersions.check(open, values, whole.version());
        List<Map<String, @Nullable Object>> warnings = new ArrayList<>();
        List<Cases.Change> lists = replaceLists(mutation, open.id(), sent, warnings);
        Set<String> known = whole.notes().stream().map(Note::noteId).collect(Collectors.toSet());
        FieldVersions.checkLists(open, lists, known, whole.version());
        CaseStatus before = open.status();
        open.set(values);
        notes.edited().forEach((note, content) -> open.edit(note, content, mutation.actor()));
        notes.added().forEach(open::append);
        int relations = relate(mutation, open.id(), sent, warnings);
        if (open.dirty() || !lists.isEmpty() || relations > 0) {
            open.note(
                    EventType.VERSION_UPDATED,
                    said(open.changed(), notes, lists) + counted("relations", relations),
                    told(lists));
        }
        if (before == CaseStatus.ACTIVE && open.status() != CaseStatus.ACTIVE) {
            stacks.remove(List.of(open.id()));
            stacks.tell("put");
        }
        return tagged(Reply.ok(CaseContext.with(open.withNotes().toData(), warnings)), open.task());
    }

    private static String said(List<TaskField> changed, SentNotes notes, List<Cases.Change> lists) {
        String fields = changed.isEmpty() ? "Replaced" : "Replaced: " + FieldRules.names(changed);
        return fields
                + counted("notes added", notes.added().size())
                + counted("notes edited", notes.edited().size())
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
        return count == 0 ? "" : "; " + what + ": " + count;
    }
}
