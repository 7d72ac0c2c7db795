package org.example.lending;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.events.api.Events;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Table;
import io.precinct.rest.api.Versions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What clients do with tools. Stateless. */
@Component
@FamilyName("lending")
public final class LendingEndpoints implements BoundaryFamily {
    private static final String TOOLS = "/lending/tools";
    private static final int LARGEST_DELIVERY = 4096;

    private final Lending lending;
    private final LendingFigures figures;
    private final ReturnBox box;

    /** Endpoints of these tools. */
    @Activate
    public LendingEndpoints(@Reference Lending lending, @Reference LendingFigures figures) {
        this.lending = lending;
        this.figures = figures;
        box = new ReturnBox(lending, figures);
    }

    @Override
    public List<Member> members() {
        List<Member> members = new ArrayList<>(Endpoint.family(
                LendingEndpoints::forUsers,
                Member.get(TOOLS, "list", LendingDocuments.LIST, Endpoint.list(this::list)),
                Member.post(TOOLS, "add", LendingDocuments.ADD, Endpoint.item(this::add)),
                Member.get(TOOLS + "/:id", "read", LendingDocuments.READ, Endpoint.item(this::read)),
                Member.post(TOOLS + "/:id/borrow", "borrow", LendingDocuments.BORROW, Endpoint.item(this::borrow)),
                Member.post(TOOLS + "/:id/return", "return", LendingDocuments.RETURN, Endpoint.item(this::takeBack)),
                Member.on(
                        RouteDeclaration.of("get", "/lending/events").producing("text/event-stream"),
                        "events",
                        LendingDocuments.EVENTS,
                        Endpoint.item(this::events))));
        // A route that does not consume JSON gets the body as it was sent, which is what a signature is made of.
        members.addAll(Endpoint.family(Member.on(
                RouteDeclaration.of("post", "/lending/box")
                        .consuming("*/*")
                        .withBodyLimit(LARGEST_DELIVERY)
                        .provesItself(),
                "box",
                LendingDocuments.BOX,
                Endpoint.item(box::deliver))));
        return List.copyOf(members);
    }

    private static RouteDeclaration forUsers(RouteDeclaration route) {
        return route.exposed().principalIn(Principal.HEADER);
    }

    private Outcome list(Input input) {
        Form query = Form.query(input);
        Boolean inPlace = LendingDocuments.IN_PLACE.in(query);
        ListRequest request = ListRequest.of(query, LendingDocuments.SORTS, Tool.RESOURCE.names());
        query.check();
        Table.Page<Tool> page = lending.database().read(transaction -> ToolTable.page(transaction, inPlace, request));
        return request.reply(input, page, Tool.RESOURCE);
    }

    private Outcome add(Input input) {
        Form body = Form.body(input);
        String name = Tool.GIVEN_NAME.in(body);
        body.check();
        return lending.idempotency().write(lending.database(), input, transaction -> {
            Tool tool = ToolTable.insert(transaction, "tool-" + UUID.randomUUID(), name.strip());
            return Versions.tagged(Reply.created(TOOLS + "/" + tool.id(), tool.toData()), tool.version());
        });
    }

    private Outcome read(Input input) {
        return shown(lending.database().read(transaction -> ToolTable.find(transaction, id(input))));
    }

    private Outcome borrow(Input input) {
        Form body = Form.body(input);
        Long days = LendingDocuments.DAYS.in(body);
        int most = lending.settings().loanDays();
        if (days != null && days > most) {
            body.fault("days", "bounds", "days is at most " + most, Data.map("lte", most));
        }
        body.check();
        String borrower = Principal.of(input);
        LocalDate due = LocalDate.now(ZoneOffset.UTC).plusDays(days == null ? most : days);
        Reply reply = lending.idempotency()
                .write(
                        lending.database(),
                        input,
                        transaction ->
                                shown(lending.lend(transaction, id(input), borrower, due, Versions.ifMatch(input))));
        if (reply.headers().first("Idempotency-Replayed") == null) {
            figures.lent();
        }
        return reply;
    }

    private Outcome takeBack(Input input) {
        Form.body(input).check();
        return lending.idempotency()
                .write(
                        lending.database(),
                        input,
                        transaction -> shown(lending.takeBack(transaction, id(input), Versions.ifMatch(input))));
    }

    private Outcome events(Input input) {
        Form.query(input).check();
        Object seen = input.headers().get("last-event-id");
        Long after = seen instanceof String id && id.matches("[0-9]{1,18}") ? Long.valueOf(id) : null;
        var feed = new Events.Feed(Lending.TOPIC, Principal.of(input));
        return Reply.of(200, lending.events().stream(feed, after)).header("Cache-Control", "no-store");
    }

    private static String id(Input input) {
        return input.params().text("id");
    }

    private static Reply shown(Tool tool) {
        return Versions.tagged(Reply.ok(tool.toData()), tool.version());
    }
}
