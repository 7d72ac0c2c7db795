package io.precinct.cases;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.NewIds;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
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

    // @req:checklist-note
    @Override
    public void changed(Transaction transaction, String id, Change change, String actor) {
        Mutation mutation = services.mutation(transaction, Actor.local(actor));
        mutation.openForNote(id)
                .note(EventType.FIELD_UPDATED, change.content(), actor, Data.list(ListMembers.told(change)));
        mutation.finish();
    }

    @Override
    public Map<String, @Nullable Object> create(
            Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor) {
        Form form = Form.of(fields);
        Values values = FieldRules.fresh(form, Actor.local(actor))
                .with(TaskField.RECURRING_TEMPLATE_ID, origin.templateId())
                .with(TaskField.RECURRENCE_DATE, origin.date().toString())
                .with(TaskField.PREVIOUS_INSTANCE_ID, origin.previous());
        form.check();
        Mutation mutation = services.mutation(transaction, Actor.local(actor));
        OpenCase fresh = mutation.create(NewIds.task(), values, null);
        fresh.note(EventType.CASE_CREATED, "Generated from " + origin.templateId() + " for " + origin.date());
        mutation.finish();
        return fresh.withNotes().toData();
    }

    @Override
    public List<Problem> problems(Map<String, @Nullable Object> fields) {
        Form form = Form.of(fields);
        FieldRules.fresh(form, Actor.local(Principal.DEFAULT));
        form.unknown();
        return form.faults().stream()
                .map(fault -> new Problem(fault.pointer(), fault.code(), fault.message(), fault.allowed()))
                .toList();
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
}
