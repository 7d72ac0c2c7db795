package io.precinct.dependencies.endpoint;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.dependencies.api.DependencyRoles;
import io.precinct.dependencies.event.DependencyEvent;
import io.precinct.dependencies.event.EventLines;
import io.precinct.dependencies.event.EventStore;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Schemas;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The endpoint to which producers send events. Stateless, hence thread-safe. */
@Component
@FamilyName("graph_events")
public final class EventEndpoints implements BoundaryFamily {
    private static final int LARGEST = 16 << 20;
    private static final String LINES = "application/x-ndjson";

    /** How far in the future the time of an event may be, since clocks differ. */
    static final Duration AHEAD = Duration.ofMinutes(5);

    private static final Schema COUNT = Schema.integer().atLeast(0);

    private static final Declaration ADD = Declaration.terminal()
            .describedAs(
                    "Adds an event about an edge, or up to 10,000 of them: an array, or a line each as " + LINES + ".")
            .under(Contracts.READING)
            .takes(DependencyEvent.RESOURCE.taken())
            .answers(
                    Answer.ok(
                            "They are kept, and the graph is what they add up to.",
                            Schema.object()
                                    .with("added", COUNT.describedAs("Events that were new."))
                                    .with("known", COUNT.describedAs("Events that were there already."))
                                    .with("seq", COUNT.describedAs("The number of the last new one, or 0."))),
                    Answer.of(
                            403, "A producer's name belongs to somebody else; producers names them.", Schemas.REFUSAL),
                    Answer.of(409, "An event with the same id says something else.", Schemas.REFUSAL),
                    Answer.of(413, "The batch is too large.", Schemas.REFUSAL))
            .build();

    private final DependencyDatabase graph;

    /** Creates the endpoint on this graph. */
    @Activate
    public EventEndpoints(@Reference DependencyDatabase graph) {
        this.graph = graph;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(Member.on(
                RouteDeclaration.of("post", "/graph/events")
                        .consuming("application/json", LINES)
                        .withBodyLimit(LARGEST)
                        .permitting(DependencyRoles.WRITING),
                "add",
                ADD,
                Endpoint.item(this::add)));
    }

    // @req:dependency-events
    private Outcome add(Input input) {
        Instant latest = Instant.now().plus(AHEAD);
        List<DependencyEvent> events = switch (input.params().get("body")) {
            case List<?> elements -> new EventLines(latest).elements(elements);
            // plain data cannot contain bytes: an unparsed body is a text with one character per byte
            case String lines -> new EventLines(latest).lines(lines.getBytes(StandardCharsets.ISO_8859_1));
            case null, default -> List.of(EventLines.one(Form.body(input), latest));
        };
        String user = Principal.authenticated(input);
        EventStore.Added added = graph.database().write(transaction -> {
            graph.owners().claim(transaction, user, events);
            return graph.events().add(transaction, events);
        });
        graph.owners().remember(events);
        return Reply.ok(Data.map("added", added.added(), "known", added.known(), "seq", added.seq()));
    }
}
