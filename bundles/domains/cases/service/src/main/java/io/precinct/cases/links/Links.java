package io.precinct.cases.links;

import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.changing;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Tags, people, links and single fields. Stateless, hence thread-safe. */
@Component
@FamilyName("links")
public final class Links implements BoundaryFamily {
    private static final Field<String> RELATED =
            Field.requiredText("related_task_id", 200).example("task-01890a5d-ac96-774b-bcce-b302099a8058");
    private static final Field<@Nullable String> RELATIONSHIP = Field.text("relationship_type", CaseLimits.NAME);
    private static final Field<@Nullable String> REASON = Field.markdown("reason", CaseLimits.MARKDOWN / 2);

    private final CaseServices services;

    /** The links of these cases. */
    @Activate
    public Links(@Reference CaseServices services) {
        this.services = services;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                post("evidence-tag", "evidence_tag", "Adds a tag.", CaseEdits::tag, CaseEdits.TAG),
                post(
                        "assign-detective",
                        "assign_detective",
                        "Assigns a detective.",
                        CaseEdits::detective,
                        CaseEdits.DETECTIVE),
                Member.post(
                        "/api/tasks/:id/escalate",
                        "escalate",
                        changing("Raises the urgency.", CaseEdits.REASON, CaseEdits.LEVEL)
                                .under(Contracts.SERVICE)
                                .build(),
                        Endpoint.service(input -> edit(input, CaseEdits::escalation))),
                edit(
                        "consciousness-links",
                        "consciousness_links",
                        changing("Merges links, additively.", CaseSchemas.WHOLE, CaseSchemas.MORE_LINKS),
                        CaseEdits::links),
                post("link-memory", "link_memory", "Links a memory.", CaseEdits::memory, CaseEdits.MEMORY),
                Member.post(
                        "/api/tasks/:id/link-case",
                        "link_case",
                        changing("Links two cases, in both of them.", RELATED, RELATIONSHIP, REASON)
                                .build(),
                        Endpoint.item(this::linkCase)),
                post(
                        "git-commit",
                        "git_commit",
                        "Links a commit.",
                        CaseEdits::commit,
                        CaseEdits.HASH,
                        CaseEdits.MESSAGE,
                        CaseEdits.REPOSITORY),
                edit(
                        "repository-context",
                        "repository_context",
                        changing("Sets the repository context.", CaseSchemas.WHOLE, CaseEdits.REPOSITORY_CONTEXT),
                        CaseEdits::repository),
                Member.patch(
                        "/api/tasks/:id/field",
                        "field",
                        changing("Sets one field of those allowed.", CaseSchemas.WHOLE, CaseEdits.FIELD)
                                .build(),
                        Endpoint.item(input -> edit(input, CaseEdits::field))));
    }

    private Member post(String path, String name, String sentence, CaseEdits.Reader reader, Field<?>... body) {
        return edit(path, name, changing(sentence, body), reader);
    }

    private Member edit(String path, String name, Declaration.Builder declaration, CaseEdits.Reader reader) {
        return Member.post(
                "/api/tasks/:id/" + path, name, declaration.build(), Endpoint.item(input -> edit(input, reader)));
    }

    // @req:link-metadata
    private Outcome edit(Input input, CaseEdits.Reader reader) {
        Form form = Form.body(input);
        CaseEdits.Edit edit = reader.read(form);
        form.check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            edit.apply(open);
            return bare(open);
        });
    }

    // @req:link-case
    private Outcome linkCase(Input input) {
        String id = id(input);
        Form form = Form.body(input);
        String related = RELATED.in(form);
        String relationship = RELATIONSHIP.in(form);
        String reason = REASON.in(form);
        if (related.equals(id)) {
            form.fault("related_task_id", "bounds", "a case is not linked to itself", null);
        }
        form.check();
        return services.mutate(input, mutation -> {
            mutation.openAll(List.of(id, related));
            OpenCase open = mutation.open(id);
            OpenCase other = mutation.open(related);
            unchanged(input).accept(open);
            String how = (relationship == null ? "" : " (" + relationship + ")")
                    + (reason == null || reason.isBlank() ? "" : ": " + reason);
            link(open, related, how);
            link(other, id, how);
            return bare(open);
        });
    }

    private static void link(OpenCase open, String to, String how) {
        List<String> links = open.values().texts(TaskField.CASE_LINKS);
        if (links.contains(to)) {
            return;
        }
        if (links.size() >= CaseLimits.ELEMENTS) {
            throw Refusal.invalid(
                    "/related_task_id",
                    "bounds",
                    open.id() + " has " + CaseLimits.ELEMENTS + " case links already",
                    null);
        }
        open.set(TaskField.CASE_LINKS, CaseEdits.plus(links, to));
        open.note(EventType.CASE_LINKED, "Linked to " + to + how);
    }
}
