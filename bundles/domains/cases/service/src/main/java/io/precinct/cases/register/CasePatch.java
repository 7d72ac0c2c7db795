package io.precinct.cases.register;

import static io.precinct.cases.CaseRequest.ended;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.lifecycle.CaseMoves;
import io.precinct.cases.lifecycle.Transition;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.OpenWork;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.stack.Stacks;
import io.precinct.rest.api.Form;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Partial updates. A change of {@code status} behaves like the corresponding operation: same rules, same stack changes,
 * same note.
 */
final class CasePatch {
    private final CaseServices services;

    CasePatch(CaseServices services) {
        this.services = services;
    }

    // @req:case-patch
    Outcome patch(Input input) {
        return services.mutate(input, mutation -> patched(input, mutation));
    }

    private Reply patched(Input input, Mutation mutation) {
        String id = id(input);
        Form form = Form.body(input);
        Stacks stacks = form.has(TaskField.STATUS.wireName()) ? Stacks.holding(mutation, List.of(id)) : null;
        OpenCase open = mutation.open(id);
        unchanged(input).accept(open);
        Map<TaskField, @Nullable Object> changes =
                FieldRules.patch(form, open.withNotes(), services.people().by(mutation.who()));
        CaseStatus status = changes.get(TaskField.STATUS) instanceof String name ? CaseStatus.of(name) : null;
        String resolution = status == CaseStatus.COMPLETED ? resolution(form, open) : CaseFields.noResolution(form);
        Long base = form.integer("version", 1, Long.MAX_VALUE);
        form.check();
        Relations.checkTargets(
                mutation,
                form.value(TaskField.CASE_LINKS.wireName()),
                open.values().texts(TaskField.CASE_LINKS));
        FieldVersions.check(open, open.values().withAll(changes), base);
        changes.remove(TaskField.STATUS);
        if (resolution != null && open.status() == CaseStatus.COMPLETED) {
            CaseMoves.resolve(open, resolution);
        }
        Transition transition =
                status == null || status == open.status() ? null : Transition.between(open.status(), status);
        OpenWork work = transition == Transition.CLOSE
                ? services.mayClose(mutation, id)
                : status == CaseStatus.COMPLETED || status == CaseStatus.ARCHIVED
                        ? services.openWork(mutation, id)
                        : OpenWork.NONE;
        open.set(open.values().withAll(changes));
        if (transition != null) {
            transition.apply(open, resolution);
            CaseMoves.left(transition, open, Objects.requireNonNull(stacks));
        } else if (!open.changed().isEmpty()) {
            open.note(EventType.FIELD_UPDATED, "Updated " + FieldRules.names(open.changed()));
        }
        return ended(open, work);
    }

    /** Reads the resolution of a completion. */
    private static @Nullable String resolution(Form form, OpenCase open) {
        return open.status() == CaseStatus.ACTIVE
                ? CaseFields.RESOLUTION.in(form)
                : form.markdown(CaseFields.RESOLUTION.name(), CaseLimits.MARKDOWN);
    }
}
