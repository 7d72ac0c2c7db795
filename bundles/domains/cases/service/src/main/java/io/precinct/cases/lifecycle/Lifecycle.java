package io.precinct.cases.lifecycle;

import static io.precinct.cases.CaseRequest.WITHOUT_LISTS;
import static io.precinct.cases.CaseRequest.bare;
import static io.precinct.cases.CaseRequest.changing;
import static io.precinct.cases.CaseRequest.ended;
import static io.precinct.cases.CaseRequest.id;
import static io.precinct.cases.CaseRequest.unchanged;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRequest;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.lifecycle.CaseMoves.Closed;
import io.precinct.cases.lifecycle.CaseMoves.Moved;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.OpenCase;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for the lifecycle: start, park, activate, close, restart, archive. Stateless, hence thread-safe. */
@Component
@FamilyName("lifecycle")
public final class Lifecycle implements BoundaryFamily {
    private static final Schema WITH_STACK =
            Schema.object().with("task", CaseSchemas.WHOLE).with("stack", CaseSchemas.STACK);

    private final CaseServices services;

    /** Creates the endpoints on these services. */
    @Activate
    public Lifecycle(@Reference CaseServices services) {
        this.services = services;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.post(
                        "/api/tasks/:id/start",
                        "start",
                        changing("Activates a case and puts it on top of the stack.", WITH_STACK)
                                .under(Contracts.SERVICE)
                                .build(),
                        Endpoint.service(this::start)),
                Member.post(
                        "/api/tasks/:id/park",
                        "park",
                        changing("Parks a case and takes it off the stacks.", WITH_STACK)
                                .under(Contracts.SERVICE)
                                .build(),
                        Endpoint.service(this::park)),
                plain(Transition.ACTIVATE, "Activates a parked case; the stack stays as it is."),
                Member.post(
                        "/api/tasks/:id/close",
                        "close",
                        changing("Completes a case with a resolution.", CaseSchemas.ENDED, CaseFields.RESOLUTION)
                                .answers(WITHOUT_LISTS)
                                .build(),
                        Endpoint.item(this::close)),
                plain(Transition.RESTART, "Reopens a completed case."),
                Member.post(
                        "/api/tasks/:id/archive",
                        "archive",
                        changing("Archives a case: the end of its lifecycle.", CaseSchemas.ENDED)
                                .build(),
                        Endpoint.item(this::archive)));
    }

    private Member plain(Transition transition, String sentence) {
        String name = transition.operation();
        return Member.post("/api/tasks/:id/" + name, name, changing(sentence).build(), Endpoint.item(input -> {
            Form.body(input).check();
            return services.mutate(
                    input, mutation -> bare(move(input, mutation, transition).open()));
        }));
    }

    private static Moved move(Input input, Mutation mutation, Transition transition) {
        return CaseMoves.move(mutation, transition, id(input), unchanged(input));
    }

    private Outcome archive(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> {
            OpenCase open = move(input, mutation, Transition.ARCHIVE).open();
            return ended(open, services.openWork(mutation, open.id()));
        });
    }

    // @req:case-lifecycle-start
    private Outcome start(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> withStack(CaseMoves.start(mutation, id(input), unchanged(input))));
    }

    // @req:case-lifecycle-park
    private Outcome park(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> withStack(move(input, mutation, Transition.PARK)));
    }

    // @req:case-lifecycle-close
    private Outcome close(Input input) {
        Form form = Form.body(input);
        String resolution = CaseFields.RESOLUTION.in(form);
        form.check();
        return services.mutate(input, mutation -> {
            Closed closed = CaseMoves.close(services, mutation, id(input), resolution, unchanged(input));
            return ended(closed.open(), closed.work());
        });
    }

    private static Reply withStack(Moved moved) {
        var task = moved.open().withNotes();
        Reply reply =
                Reply.ok(Data.map("task", task.toData(), "stack", moved.stacks().shown()));
        return CaseRequest.tagged(reply, task.task());
    }
}
