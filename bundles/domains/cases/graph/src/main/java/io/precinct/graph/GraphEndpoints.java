package io.precinct.graph;

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
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.api.Cases.Author;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.checklists.ListChange;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.Nodes;
import io.precinct.graph.nodes.TextAddress;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Versions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for nodes and addresses. */
@Component
@FamilyName("graph")
public final class GraphEndpoints implements BoundaryFamily {
    private static final Schema NODE = Nodes.RESOURCE.schema();

    private static final Parameter SLUG = Parameter.path(
                    "slug",
                    Schema.text()
                            .matching("^" + TextAddress.SLUG + "$")
                            .example("handbook")
                            .named("Slug"))
            .describedAs(TextAddress.SLUG_RULE);

    private static final Field<String> ADDRESS = Field.requiredText("address", TextAddress.LONGEST)
            .describedAs(TextAddress.RULE)
            .example("handbook:greeting");

    private static final Field<@Nullable String> BODY = Field.markdown("body", Nodes.LARGEST)
            .required()
            .describedAs("The Markdown of the node.")
            .example("# Handbook\n");

    private static final Field<@Nullable Long> VERSION =
            Field.integer("version", 0, Long.MAX_VALUE).describedAs("The version that the change was made from.");

    private static final Declaration READ = declared("A node of the knowledge graph.")
            .takes(SLUG)
            .answers(Answer.ok("The node.", NODE).with(Contracts.ETAG))
            .build();

    private static final Declaration WRITE = declared(
                    "Writes the body of a node, which need not exist; the case of a node of one must.")
            .takes(
                    SLUG,
                    Parameter.header("If-None-Match", Schema.oneOf("*")).describedAs("Only where there is none yet."))
            .under(Contracts.CHANGING_VERSION)
            .takes(Field.body(BODY, VERSION, Field.of(Nodes.UPDATED_AT.name(), Schemas.TIME.and("readOnly", true))))
            .answers(
                    Contracts.changed(Answer.ok("The node.", NODE).with(Contracts.ETAG)),
                    Contracts.changed(Answer.of(201, "The new node.", NODE).with(Contracts.ETAG, Contracts.LOCATION)),
                    Answer.of(502, "The cases, one of which the node belongs to, are not there.", Schemas.REFUSAL)
                            .with(Contracts.RETRY_AFTER))
            .build();

    private static final Declaration RESOLVE = declared("What stands at an address.")
            .under(Field.query(ADDRESS))
            .answers(Answer.ok(
                            "What stands there.",
                            Schema.object().with("address", Schema.text()).with("content", Schema.text()))
                    .with(Contracts.ETAG))
            .build();

    private final Nodes nodes;
    private final CaseHold cases;

    /** Creates the endpoints on these nodes. */
    @Activate
    public GraphEndpoints(@Reference Nodes nodes, @Reference CaseHold cases) {
        this.nodes = nodes;
        this.cases = cases;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoles::permitted,
                Member.get("/api/graph/nodes/:slug", "read", READ, Endpoint.item(this::read)),
                Member.on(
                        RouteDeclaration.of("put", "/api/graph/nodes/:slug").principalIn(Principal.HEADER),
                        "write",
                        WRITE,
                        Endpoint.item(this::write)),
                Member.get("/api/graph/resolve", "resolve", RESOLVE, Endpoint.item(this::resolve)));
    }

    private static Declaration.Builder declared(String sentence) {
        return Declaration.terminal()
                .describedAs(sentence)
                .under(Contracts.READING)
                .under(Contracts.NOT_FOUND);
    }

    private Outcome read(Input input) {
        String slug = input.params().text("slug");
        Node node = TextAddress.names(slug) ? nodes.read(slug) : null;
        if (node == null) {
            throw Refusal.notFound("node", slug);
        }
        return Versions.tagged(Reply.ok(Nodes.RESOURCE.view(node)), node.version());
    }

    // @req:graph-address
    private Outcome resolve(Input input) {
        Form query = Form.query(input);
        String text = ADDRESS.in(query);
        query.check();
        TextAddress address = address(text);
        Node node = nodes.read(address.slug());
        if (node == null) {
            throw Refusal.notFound("node", address.slug()).with("address", text);
        }
        String content = address.in(node.body());
        if (content == null) {
            throw Refusal.notFound("address", text);
        }
        return Versions.tagged(Reply.ok(Data.map("address", text, "content", content)), node.version());
    }

    private static TextAddress address(String text) {
        try {
            return TextAddress.of(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid("?address", "format", String.valueOf(e.getMessage()), TextAddress.RULE);
        }
    }

    private Outcome write(Input input) {
        String slug = input.params().text("slug");
        // not Form.body: if the body is no object, it becomes a member "body" that is no string
        Form form = Form.of(input.params().map(), input.contract().body()).ignoring("slug", Nodes.UPDATED_AT.name());
        if (!TextAddress.names(slug)) {
            form.fault("slug", "format", "a slug is " + TextAddress.SLUG_RULE, TextAddress.SLUG_RULE);
        }
        String body = BODY.in(form);
        if (form.value("body") == null) {
            form.fault("body", "required", "body is required: the Markdown of the node", null);
        }
        Long version = VERSION.in(form);
        form.check();
        cases.check(slug);
        var wanted = new Wanted(slug, body == null ? "" : body, version);
        return nodes.idempotency().write(nodes.database(), input, transaction -> written(input, transaction, wanted));
    }

    private record Wanted(
            String slug, String body, @Nullable Long version) {}

    private Reply written(Input input, Transaction transaction, Wanted wanted) {
        CaseHold.Held held = cases.lockIfThere(transaction, wanted.slug(), Author.of(Principal.of(input), input));
        Node node = nodes.lockedOrNew(transaction, wanted.slug());
        boolean created = node.version() == 0;
        precondition(input, node);
        if (!created && node.body().equals(wanted.body())) {
            return Versions.tagged(Reply.ok(Nodes.RESOURCE.view(node)), node.version());
        }
        if (!created && wanted.version() != null && wanted.version() != node.version()) {
            throw Refusal.stale(
                    "the node " + node.slug() + " was changed since version " + wanted.version()
                            + "; read it and apply the change to v" + node.version(),
                    "version",
                    node.version(),
                    "current",
                    Nodes.RESOURCE.view(node));
        }
        Node after = nodes.written(transaction, node, wanted.body());
        if (held != null) {
            // @req:checklist-note
            ListChange.between(node.body(), after.body()).forEach(held::changed);
        }
        Reply reply = created
                ? Reply.created("/api/graph/nodes/" + after.slug(), Nodes.RESOURCE.view(after))
                : Reply.ok(Nodes.RESOURCE.view(after));
        return Versions.tagged(reply, after.version());
    }

    private static void precondition(Input input, Node node) {
        boolean there = node.version() > 0;
        boolean createsOnly = Versions.createsOnly(input);
        if (there) {
            Versions.check(input, node.version(), () -> Nodes.RESOURCE.view(node));
        } else if (Versions.ifMatch(input) != null) {
            throw Refusal.of(412, "precondition_failed", "If-Match asks for a node that is not there", "current", null);
        }
        if (there && createsOnly) {
            throw Refusal.of(
                            412,
                            "precondition_failed",
                            "If-None-Match asks for no node to be there",
                            "current",
                            Nodes.RESOURCE.view(node))
                    .header("ETag", Versions.tag(node.version()));
        }
    }
}
