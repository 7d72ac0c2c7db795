package io.precinct.cases;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.Cause;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.NewIds;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.People;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal.Fault;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Offers the cases to other domains. Stateless, hence thread-safe. */
@Component
public final class CasesService implements Cases {
    private final CaseServices services;

    /** Creates an instance on these services. */
    @Activate
    public CasesService(@Reference CaseServices services) {
        this.services = services;
    }

    @Override
    public @Nullable Map<String, @Nullable Object> find(String id) {
        CaseWithNotes found = services.database().read(transaction -> CaseStore.find(transaction, id));
        return found == null ? null : found.toData();
    }

    @Override
    public Set<String> existing(Collection<String> ids) {
        return services.database().read(transaction -> CaseStore.existing(transaction, ids));
    }

    @Override
    public boolean hold(Transaction transaction, String id) {
        return CaseStore.hold(transaction, id);
    }

    @Override
    public boolean lock(Transaction transaction, String id) {
        return CaseStore.lock(transaction, id);
    }

    @Override
    public void changed(Transaction transaction, String id, Change change, String actor) {
        changed(transaction, id, change, Author.background(actor));
    }

    // @req:checklist-note
    @Override
    public void changed(Transaction transaction, String id, Change change, Author author) {
        Mutation mutation = services.mutation(transaction, Cause.of(author));
        mutation.openForNote(id)
                .note(
                        EventType.FIELD_UPDATED,
                        change.content(),
                        author.name(),
                        Data.list(ListMembers.toldWhole(change)));
        mutation.finish();
    }

    @Override
    public Map<String, @Nullable Object> create(
            Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor) {
        return create(transaction, fields, origin, Author.background(actor));
    }

    @Override
    public Map<String, @Nullable Object> create(
            Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, Author author) {
        Form form = Form.of(fields);
        Actor actor = Actor.local(author.name());
        Values read = FieldRules.fresh(form, actor);
        String named = read.text(TaskField.DETECTIVE);
        // the template was checked when it was written
        String detective = services.people().by(actor).require("/detective", named, named);
        Values values = read.with(TaskField.DETECTIVE, detective)
                .with(TaskField.RECURRING_TEMPLATE_ID, origin.templateId())
                .with(TaskField.RECURRENCE_DATE, origin.date().toString())
                .with(TaskField.PREVIOUS_INSTANCE_ID, origin.previous());
        form.check();
        Mutation mutation = services.mutation(transaction, Cause.of(author));
        OpenCase fresh = mutation.create(NewIds.task(), values);
        fresh.note(EventType.CASE_CREATED, "Generated from " + origin.templateId() + " for " + origin.date());
        mutation.finish();
        return fresh.withNotes().toData();
    }

    @Override
    public List<Problem> problems(Map<String, @Nullable Object> fields) {
        Form form = Form.of(fields);
        FieldRules.fresh(form, Actor.local(Principal.DEFAULT));
        form.unknown();
        return form.faults().stream().map(CasesService::problem).toList();
    }

    @Override
    public Assignee assignee(@Nullable String given, @Nullable String stored, @Nullable String user) {
        Actor actor = user == null ? Actor.local(Principal.DEFAULT) : new Actor(user, true, Set.of());
        var problems = new ArrayList<Problem>(1);
        String name = services.people()
                .by(actor)
                .read(
                        "/" + TaskField.DETECTIVE.wireName(),
                        People.trimmed(given),
                        stored,
                        fault -> problems.add(problem(fault)));
        return new Assignee(name, problems.isEmpty() ? null : problems.getFirst());
    }

    private static Problem problem(Fault fault) {
        return new Problem(fault.pointer(), fault.code(), fault.message(), fault.allowed());
    }

    @Override
    public Instances instances(String templateId, @Nullable List<? extends @Nullable Object> after, int limit) {
        var part = TemplateInstances.of(templateId, after, limit);
        return services.database().read(part::read);
    }

    @Override
    public List<String> listedMembers() {
        return List.copyOf(CaseSchemas.LISTED.members().keySet());
    }

    @Override
    public ZoneId timezone() {
        return services.zone();
    }
}
