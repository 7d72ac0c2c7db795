package io.precinct.cases.current;

import static io.precinct.cases.CaseRequest.WITHOUT_LISTS;
import static io.precinct.cases.CaseRequest.acting;
import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.lifecycle.CaseMoves;
import io.precinct.cases.lifecycle.Transition;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseTypes;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.NewIds;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.OpenWork;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.cases.stack.Stacks;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import io.precinct.rest.api.Versions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Endpoints for a principal's current work: current, complete, back, interrupt and the whole stack. Stateless, hence
 * thread-safe.
 */
@Component
@FamilyName("stack")
public final class CurrentEndpoints implements BoundaryFamily {
    private static final Schema POPPED = Schema.object()
            .with("task", CaseSchemas.WHOLE)
            .with("current", CaseSchemas.WHOLE.orNull())
            .with("stack", CaseSchemas.STACK);

    private static final Answer INTERRUPTING = Contracts.changed(Answer.of(
                    201,
                    "The new case, what it interrupted, and the stack.",
                    Schema.object()
                            .with("task", CaseSchemas.WHOLE)
                            .with("interrupted", CaseSchemas.WHOLE.orNull())
                            .with("stack", CaseSchemas.STACK))
            .with(Contracts.ETAG, Contracts.LOCATION));

    private static final Field<@Nullable String> RESOLUTION = Field.markdown("resolution", CaseLimits.MARKDOWN);

    private static final Field<@Nullable String> EXPECTED = Field.of("id", CaseTypes.CASE_ID)
            .describedAs("The case that is expected on top of the stack; if another is, nothing changes (409).");

    private static final List<String> SORTS = List.of("-position");

    /** A new case whose status is active. */
    private static final Schema INTERRUPTION = CaseFields.OPEN
            .optionally("status", Schema.oneOf(CaseStatus.ACTIVE.wireName()))
            .named("Interruption");

    private static final Parameter TAG =
            Parameter.header("ETag", Schema.text()).describedAs("The version of the case, where there is one.");

    private final CaseServices services;

    /** Creates the endpoints on these services. */
    @Activate
    public CurrentEndpoints(@Reference CaseServices services) {
        this.services = services;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.get(
                        "/api/tasks/current",
                        "current",
                        reading("The case on top of the stack, or null.")
                                .under(Contracts.READING)
                                .answers(Answer.ok("The case, or null.", CaseSchemas.WHOLE.orNull())
                                        .with(TAG))
                                .build(),
                        Endpoint.item(this::current)),
                Member.get(
                        "/api/tasks/stack",
                        "stack",
                        reading("The cases on the stack, the top first.")
                                .under(ListRequest.contract("The stack.", SORTS, CaseSchemas.LISTED))
                                .build(),
                        Endpoint.list(this::stack)),
                Member.post(
                        "/api/tasks/current/complete",
                        "complete",
                        acting("Completes the case on top of the stack.", Field.body(EXPECTED, RESOLUTION))
                                .under(ofTop(POPPED.optionally(OpenWork.MEMBER, OpenWork.SCHEMA)))
                                .answers(WITHOUT_LISTS)
                                .build(),
                        Endpoint.item(this::complete)),
                Member.post(
                        "/api/tasks/current/back",
                        "back",
                        acting("Takes the top off the stack without completing it.", Field.body(EXPECTED))
                                .under(ofTop(POPPED))
                                .build(),
                        Endpoint.item(this::back)),
                Member.post(
                        "/api/tasks/interrupt",
                        "interrupt",
                        acting("Creates a case and puts it on top of the stack.", INTERRUPTION)
                                .answers(INTERRUPTING)
                                .build(),
                        Endpoint.item(this::interrupt)));
    }

    private static Contract ofTop(Schema answered) {
        return Contracts.CHANGING_VERSION.and(
                Contract.of(Contracts.changed(Answer.ok("The case, what is on top now, and the stack.", answered))));
    }

    private static Declaration.Builder reading(String sentence) {
        return Declaration.terminal().describedAs(sentence).under(Contracts.PRINCIPAL);
    }

    // @req:stack-current
    private Outcome current(Input input) {
        String principal = Principal.of(input);
        CaseWithNotes top = services.database().read(transaction -> CaseStore.top(transaction, principal));
        return top == null ? Reply.ok(null) : bare(top);
    }

    // @req:stack-list
    private Outcome stack(Input input) {
        String principal = Principal.of(input);
        Form query = Form.query(input);
        ListRequest page = ListRequest.of(query, SORTS, StackList.FIELDS);
        Long after = StackList.position(query, page);
        query.check();
        StackList list = services.database().read(transaction -> StackList.of(transaction, principal, after, page));
        return page.reply(input, list.items(), list.total(), list.last());
    }

    // @req:stack-complete
    private Outcome complete(Input input) {
        Form form = Form.body(input);
        String expected = EXPECTED.in(form);
        String resolution = RESOLUTION.in(form);
        form.check();
        return services.mutate(input, mutation -> {
            Stacks stacks = Stacks.holdingTop(mutation);
            String top = top(mutation, stacks, expected);
            OpenCase open = mutation.open(top);
            unchanged(input).accept(open);
            Transition.CLOSE.check(open);
            OpenWork work = services.mayClose(mutation, top);
            Transition.CLOSE.apply(open, resolution == null || resolution.isBlank() ? null : resolution);
            stacks.remove(List.of(top));
            stacks.tell("complete");
            return Reply.ok(work.in(popped(mutation, open, stacks)));
        });
    }

    // @req:stack-back
    private Outcome back(Input input) {
        Form form = Form.body(input);
        String expected = EXPECTED.in(form);
        form.check();
        return services.mutate(input, mutation -> {
            Stacks stacks = Stacks.own(mutation);
            String top = top(mutation, stacks, expected);
            stacks.open(List.of(top));
            OpenCase open = mutation.open(top);
            unchanged(input).accept(open);
            stacks.pop();
            stacks.tell("back");
            return Reply.ok(popped(mutation, open, stacks));
        });
    }

    /**
     * Returns the case on top of the stack.
     *
     * @param expected the case that the client expects there, or null
     */
    private static String top(Mutation mutation, Stacks stacks, @Nullable String expected) {
        String top = stacks.top();
        if (expected != null && !expected.equals(top)) {
            throw notCurrent(mutation, top, expected);
        }
        if (top == null) {
            throw Refusal.of(409, "stack_empty", "the stack is empty: there is no current case");
        }
        return top;
    }

    // @req:stack-expected
    private static Refusal notCurrent(Mutation mutation, @Nullable String top, String expected) {
        String label = top == null ? null : CaseStore.label(mutation.transaction(), top);
        String there = label == null
                ? "the stack is empty"
                : "the current case is " + top + " (" + Text.shortened(label) + ")";
        return Refusal.of(
                409,
                "not_current",
                there + ", not " + Text.shortened(expected)
                        + "; nothing was changed. Look at the stack, then send the id of the current case",
                "current",
                label == null ? null : Data.map("id", top, "label", label),
                "expected",
                expected);
    }

    private static Map<String, @Nullable Object> popped(Mutation mutation, OpenCase open, Stacks stacks) {
        String top = stacks.top();
        OpenCase current = top == null ? null : mutation.open(top);
        return Data.map(
                "task", open.withNotes().toData(),
                "current", current == null ? null : current.withNotes().toData(),
                "stack", stacks.shown());
    }

    // @req:stack-interrupt
    private Outcome interrupt(Input input) {
        Form form = Form.body(input);
        Values given = FieldRules.fresh(form, Actor.of(input), services.people());
        if (form.has("status") && given.status() != CaseStatus.ACTIVE) {
            form.fault(
                    "status",
                    "enum",
                    "the status of a case that interrupts is active",
                    List.of(CaseStatus.ACTIVE.wireName()));
        }
        form.check();
        Values values = given.with(CaseStatus.ACTIVE);
        return services.mutate(input, mutation -> {
            Stacks stacks = Stacks.own(mutation);
            stacks.openWithTop(List.of());
            Relations.checkTargets(mutation, form.value(TaskField.CASE_LINKS.wireName()), List.of());
            OpenCase fresh = mutation.create(NewIds.task(), values);
            OpenCase interrupted = CaseMoves.interrupt(fresh, stacks);
            Map<String, @Nullable Object> body = Data.map(
                    "task", fresh.withNotes().toData(),
                    "interrupted",
                            interrupted == null ? null : interrupted.withNotes().toData(),
                    "stack", stacks.shown());
            Task task = fresh.task();
            return Versions.tagged(Reply.created("/api/tasks/" + task.id(), body), task.version());
        });
    }
}
