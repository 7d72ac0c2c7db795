package io.precinct.cases.channel;

import static io.precinct.cases.CaseRequest.acting;
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
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.Urgency;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.stack.Stacks;
import io.precinct.events.api.Events;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for the stream of case events and for publishing to it again. Stateless, hence thread-safe. */
@Component
@FamilyName("channel")
public final class CaseStream implements BoundaryFamily {
    private static final Declaration STREAM = Declaration.terminal()
            .describedAs("Server-sent events: the own current-case channel and every change.")
            .under(Contracts.READING)
            .under(Contracts.PRINCIPAL)
            .takes(
                    Parameter.query("last_event_id", Schema.integer().atLeast(0))
                            .describedAs("The last event that was seen; what followed is sent first."),
                    Parameter.header(
                                    "Last-Event-ID",
                                    Schema.text().matching("^[0-9]{1,18}$").example("12"))
                            .describedAs("The same, as EventSource sends it."))
            .answers(Answer.raw(200, "Events, as they happen.", "text/event-stream"))
            .build();

    private static final Declaration REFRESH = acting(
                    "Publishes the current case again to its channel.", Field.nothing())
            .answers(Contracts.changed(Answer.ok(
                    "What was published.",
                    Schema.object()
                            .with(
                                    "current",
                                    Schema.object()
                                            .with("id", CaseSchemas.CASE_ID)
                                            .with("label", Schema.text())
                                            .with("status", Schema.oneOf(CaseStatus.NAMES))
                                            .with("priority", Schema.integer())
                                            .with(TaskField.URGENCY_LEVEL.wireName(), Schema.oneOf(Urgency.NAMES))
                                            .with("version", Schema.integer())
                                            .orNull())
                            .with("stack", Schema.list(CaseSchemas.CASE_ID)))))
            .build();

    private final CaseServices services;

    /** Creates the endpoints on these services. */
    @Activate
    public CaseStream(@Reference CaseServices services) {
        this.services = services;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.on(
                        RouteDeclaration.of("get", "/api/tasks/stream").producing("text/event-stream"),
                        "stream",
                        STREAM,
                        Endpoint.item(this::stream)),
                Member.post("/api/tasks/active-case/refresh", "refresh", REFRESH, Endpoint.item(this::refresh)),
                Member.post(
                        "/api/tasks/:id/reload-case-channel",
                        "reload",
                        changing("Publishes a case again to the stream.").build(),
                        Endpoint.item(this::reload)));
    }

    // @req:channel-stream
    private Outcome stream(Input input) {
        Form from = Form.of(Data.map("last_event_id", lastEventId(input)));
        Form query = Form.query(input);
        Long after = query.has("last_event_id") ? query.integer("last_event_id", 0, Long.MAX_VALUE) : null;
        query.check();
        if (from.value("last_event_id") instanceof String header) {
            if (!header.matches("[0-9]{1,18}")) {
                from.fault("last_event_id", "type", "the header Last-Event-ID is the id of an event", "integer");
            }
            from.check();
            after = Long.valueOf(header);
        }
        var feed = new Events.Feed(Mutation.TOPIC, Principal.of(input));
        return Reply.of(200, services.events().stream(feed, after)).header("Cache-Control", "no-store");
    }

    private static @Nullable String lastEventId(Input input) {
        return input.headers().get("last-event-id") instanceof String header && !header.isBlank()
                ? header.strip()
                : null;
    }

    private Outcome refresh(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> {
            Stacks stacks = Stacks.own(mutation);
            return Reply.ok(stacks.tellOwn("refresh"));
        });
    }

    // @req:channel-reload
    private Outcome reload(Input input) {
        Form.body(input).check();
        return services.mutate(input, mutation -> {
            OpenCase open = mutation.open(id(input));
            unchanged(input).accept(open);
            mutation.event(
                    "case",
                    null,
                    Data.map(
                            "change",
                            "reloaded",
                            "fields",
                            List.of(),
                            "reason",
                            "reload",
                            "case",
                            open.task().toListData()));
            return bare(open);
        });
    }
}
