package io.precinct.cases.links;

import static io.precinct.cases.CaseRequest.answering;
import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.cases.Rooms;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.Shapes;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Vocabulary;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Tags, people, links and single fields. Stateless, hence thread-safe. */
@Component
@FamilyName("links")
public final class Links implements BoundaryFamily {
    private final Rooms rooms;

    /** The links in these rooms. */
    @Activate
    public Links(@Reference Rooms rooms) {
        this.rooms = rooms;
    }

    @Override
    public List<Member> members() {
        return List.of(
                post("evidence-tag", "evidence_tag", "Adds a tag.", Edits::tag),
                post("assign-detective", "assign_detective", "Assigns a detective.", Edits::detective),
                Member.post(
                        "/api/tasks/:id/escalate",
                        "escalate",
                        answering("Raises the urgency.", Shapes.CASE),
                        Endpoint.service(input -> edit(input, "escalate", Edits::escalation))),
                post("consciousness-links", "consciousness_links", "Merges links, additively.", Edits::links),
                post("link-memory", "link_memory", "Links a memory.", Edits::memory),
                Member.post(
                        "/api/tasks/:id/link-case",
                        "link_case",
                        answering("Links two cases, in both of them.", Shapes.CASE),
                        Endpoint.item(this::linkCase)),
                post("git-commit", "git_commit", "Links a commit.", Edits::commit),
                post("repository-context", "repository_context", "Sets the repository context.", Edits::repository),
                Member.patch(
                        "/api/tasks/:id/field",
                        "field",
                        answering("Sets one field of those allowed.", Shapes.CASE),
                        Endpoint.item(input -> edit(input, "field", Edits::field))));
    }

    private Member post(String path, String name, String sentence, Edits.Reader reader) {
        return Member.post(
                "/api/tasks/:id/" + path,
                name,
                answering(sentence, Shapes.CASE),
                Endpoint.item(input -> edit(input, name, reader)));
    }

    // @req:link-metadata
    private Outcome edit(Input input, String operation, Edits.Reader reader) {
        Form form = Form.body(input);
        Edits.Edit edit = reader.read(form);
        form.check();
        return rooms.mutate(input, operation, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            edit.apply(open);
            return bare(input, open);
        });
    }

    // @req:link-case
    private Outcome linkCase(Input input) {
        String id = id(input);
        Form form = Form.body(input);
        String related = form.requiredText("related_task_id", 200);
        String relationship = form.text("relationship_type", Vocabulary.NAME);
        String reason = form.markdown("reason", Vocabulary.MARKDOWN / 2);
        if (related.equals(id)) {
            form.fault("related_task_id", "bounds", "a case is not linked to itself", null);
        }
        form.check();
        return rooms.mutate(input, "link_case", mutation -> {
            mutation.openAll(List.of(id, related));
            OpenCase open = mutation.open(id);
            OpenCase other = mutation.open(related);
            unchanged(input).accept(open);
            String how = (relationship == null ? "" : " (" + relationship + ")")
                    + (reason == null || reason.isBlank() ? "" : ": " + reason);
            link(open, related, how);
            link(other, id, how);
            return bare(input, open);
        });
    }

    private static void link(OpenCase open, String to, String how) {
        List<String> links = open.values().texts(TaskField.CASE_LINKS);
        if (links.contains(to)) {
            return;
        }
        if (links.size() >= Vocabulary.ELEMENTS) {
            throw Refusal.invalid(
                    "/related_task_id",
                    "bounds",
                    open.id() + " has " + Vocabulary.ELEMENTS + " case links already",
                    null);
        }
        open.set(TaskField.CASE_LINKS, Edits.plus(links, to));
        open.note(EventType.CASE_LINKED, "Linked to " + to + how);
    }
}
