package io.precinct.cases.links;

import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.changing;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.ofCase;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.People;
import io.precinct.cases.record.Relation;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import java.util.List;
import java.util.function.BiFunction;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for tags, people, links and single fields. Stateless, hence thread-safe. */
@Component
@FamilyName("links")
public final class Links implements BoundaryFamily {
    private final CaseServices services;
    private final CaseLinks cases;

    /** Creates the endpoints on these services. */
    @Activate
    public Links(@Reference CaseServices services) {
        this.services = services;
        this.cases = new CaseLinks(services);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                post("evidence-tag", "evidence_tag", "Adds a tag.", CaseEdits::tag, CaseEdits.TAG),
                Member.delete(
                        "/api/tasks/:id/evidence-tag",
                        "remove_evidence_tag",
                        changing("Takes a tag off.", CaseEdits.TAG).build(),
                        Endpoint.item(input -> edit(input, CaseEdits::untag))),
                Member.post(
                        "/api/tasks/:id/assign-detective",
                        "assign_detective",
                        changing("Assigns a detective.", CaseEdits.DETECTIVE).build(),
                        Endpoint.item(input -> assign(input, CaseEdits::detective))),
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
                Member.delete(
                        "/api/tasks/:id/consciousness-links",
                        "remove_consciousness_links",
                        changing("Takes links off.", CaseSchemas.WHOLE, CaseSchemas.MORE_LINKS)
                                .build(),
                        Endpoint.item(input -> edit(input, CaseEdits::unlinks))),
                post("link-memory", "link_memory", "Links a memory.", CaseEdits::memory, CaseEdits.MEMORY),
                Member.post(
                        "/api/tasks/:id/link-case",
                        "link_case",
                        changing(
                                        "Links two cases, in both of them.",
                                        CaseLinks.RELATED,
                                        CaseLinks.RELATIONSHIP,
                                        CaseLinks.REASON)
                                .build(),
                        Endpoint.item(cases::link)),
                Member.delete(
                        "/api/tasks/:id/link-case",
                        "unlink_case",
                        changing(
                                        "Takes a relation off two cases, or all of them if no type is given.",
                                        CaseLinks.RELATED,
                                        CaseLinks.RELATIONSHIP)
                                .build(),
                        Endpoint.item(cases::unlink)),
                Member.get(
                        "/api/tasks/:id/relations",
                        "relations",
                        ofCase("What this case has to do with others, the newest last.")
                                .under(ListRequest.contract(
                                        "The relations.", CaseLinks.SORTS, Relation.RESOURCE.schema()))
                                .build(),
                        Endpoint.list(cases::list)),
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
                        Endpoint.item(input -> assign(input, CaseEdits::field))));
    }

    private Member post(String path, String name, String sentence, CaseEdits.Reader reader, Field<?>... body) {
        return edit(path, name, changing(sentence, body), reader);
    }

    private Member edit(String path, String name, Declaration.Builder declaration, CaseEdits.Reader reader) {
        return Member.post(
                "/api/tasks/:id/" + path, name, declaration.build(), Endpoint.item(input -> edit(input, reader)));
    }

    private Outcome assign(Input input, BiFunction<Form, People.Assigner, CaseEdits.Edit> reader) {
        People.Assigner assigner = services.people().by(Actor.of(input));
        return edit(input, form -> reader.apply(form, assigner));
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
}
