package io.precinct.graph.nodes;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.graph.api.Graph.Node;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Versions;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Nodes and addresses over HTTP. */
@Component
@FamilyName("graph")
public final class GraphEndpoints implements BoundaryFamily {
    private final Nodes nodes;
    private final CaseHold cases;

    /** Endpoints of these nodes. */
    @Activate
    public GraphEndpoints(@Reference Nodes nodes, @Reference CaseHold cases) {
        this.nodes = nodes;
        this.cases = cases;
    }

    @Override
    public List<Member> members() {
        return List.of(
                Member.on(
                        RouteDeclaration.of("get", "/api/graph/nodes/:slug").sealedInHeader(),
                        "read",
                        node("A node of the knowledge graph."),
                        Endpoint.item(this::read)),
                Member.on(
                        RouteDeclaration.of("put", "/api/graph/nodes/:slug").sealedInHeader(),
                        "write",
                        node("Writes the body of a node, which need not exist; the case of a node of one must."),
                        Endpoint.item(this::write)),
                Member.on(
                        RouteDeclaration.of("get", "/api/graph/resolve").sealedInHeader(),
                        "resolve",
                        Declaration.terminal()
                                .writes("address", true)
                                .writes("content", true)
                                .describedAs("What stands at an address: ?address=" + Address.RULE)
                                .build(),
                        Endpoint.item(this::resolve)));
    }

    private static Declaration node(String sentence) {
        return Declaration.terminal()
                .reads("params", Map.of("slug", true))
                .writes("slug", true)
                .writes("body", true)
                .writes("version", true)
                .writes("updated_at", true)
                .describedAs(sentence)
                .build();
    }

    private Outcome read(Input input) {
        String slug = input.params().text("slug");
        Node node = Address.names(slug) ? nodes.read(slug) : null;
        if (node == null) {
            throw Refusal.notFound("node", slug);
        }
        return Versions.tagged(Reply.ok(data(node)), node.version());
    }

    // @req:graph-address
    private Outcome resolve(Input input) {
        Form query = Form.query(input);
        String text = query.requiredText("address", 2000);
        query.check();
        Address address = address(text);
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

    private static Address address(String text) {
        try {
            return Address.of(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid("?address", "format", String.valueOf(e.getMessage()), Address.RULE);
        }
    }

    private Outcome write(Input input) {
        String slug = input.params().text("slug");
        // Not Form.body: that takes a member "body" which is no string for a body that is no object.
        Form form = Form.of(input.params().map()).ignoring("slug", "updated_at");
        if (!Address.names(slug)) {
            form.fault("slug", "format", "a slug is " + Address.SLUG_RULE, Address.SLUG_RULE);
        }
        String body = form.markdown("body", Nodes.LARGEST);
        if (form.value("body") == null) {
            form.fault("body", "required", "body is required: the Markdown of the node", null);
        }
        Long version = form.integer("version", 0, Long.MAX_VALUE);
        form.check();
        cases.check(slug);
        var wanted = new Wanted(slug, body == null ? "" : body, version);
        return nodes.idempotency().write(nodes.database(), input, handle -> written(input, handle, wanted));
    }

    private record Wanted(
            String slug, String body, @Nullable Long version) {}

    private Reply written(Input input, Handle handle, Wanted wanted) {
        cases.hold(handle, wanted.slug());
        Node node = nodes.lockedOrNew(handle, wanted.slug());
        boolean created = node.version() == 0;
        precondition(input, node);
        if (!created && node.body().equals(wanted.body())) {
            return Versions.tagged(Reply.ok(data(node)), node.version());
        }
        if (!created && wanted.version() != null && wanted.version() != node.version()) {
            throw Refusal.of(
                    409,
                    "stale_version",
                    "the node " + node.slug() + " was changed since version " + wanted.version()
                            + "; read it and apply the change to v" + node.version(),
                    "version",
                    node.version(),
                    "current",
                    data(node));
        }
        Node after = nodes.written(handle, node, wanted.body());
        Reply reply = created ? Reply.created("/api/graph/nodes/" + after.slug(), data(after)) : Reply.ok(data(after));
        return Versions.tagged(reply, after.version());
    }

    private static void precondition(Input input, Node node) {
        boolean there = node.version() > 0;
        if (there) {
            Versions.check(input, node.version(), () -> data(node));
        } else if (Versions.ifMatch(input) != null) {
            throw Refusal.of(412, "precondition_failed", "If-Match asks for a node that is not there", "current", null);
        }
        if (there
                && input.headers().get("if-none-match") instanceof String none
                && none.strip().equals("*")) {
            throw Refusal.of(
                            412,
                            "precondition_failed",
                            "If-None-Match asks for no node to be there",
                            "current",
                            data(node))
                    .header("ETag", Versions.tag(node.version()));
        }
    }

    private static Map<String, @Nullable Object> data(Node node) {
        return Data.map(
                "slug", node.slug(),
                "body", node.body(),
                "version", node.version(),
                "updated_at", Moment.text(node.updatedAt()));
    }
}
