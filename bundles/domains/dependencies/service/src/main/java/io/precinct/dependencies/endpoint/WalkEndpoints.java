package io.precinct.dependencies.endpoint;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.picture.Asked;
import io.precinct.dependencies.picture.GraphPage;
import io.precinct.dependencies.picture.Pictures;
import io.precinct.dependencies.view.Direction;
import io.precinct.dependencies.view.Graph;
import io.precinct.dependencies.view.GraphWalks;
import io.precinct.dependencies.view.GraphWalks.Walk;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints for parts of the graph found by following edges: the neighbours of a node, its dependents, and paths.
 * Thread-safe.
 */
final class WalkEndpoints {
    private static final int MOST_NODES = 10_000;
    private static final int USUAL_DEPTH = 5;
    private static final int USUAL_PATH = 50;

    private static final String BY_NODES = "nodes";
    private static final String BY_DEPTH = "depth";

    private static final Field<String> NODE =
            Field.requiredText("node", GraphParameters.LONGEST_NODE).example("service:cart");
    private static final Field<String> START =
            Field.requiredText("from", GraphParameters.LONGEST_NODE).describedAs("Where the way begins.");
    private static final Field<String> END =
            Field.requiredText("to", GraphParameters.LONGEST_NODE).describedAs("Where the way ends.");
    private static final Field<@Nullable String> DIRECTION = Field.oneOf("direction", Direction.NAMES)
            .describedAs("Which edges of a node are followed; both by default.");
    private static final Field<@Nullable Long> DEPTH =
            Field.integer("depth", 1, GraphParameters.MOST_DEPTH).describedAs("Most edges from the node.");

    private static final Resource<Graph.Node> NODES = Resource.of(
                    Property.of("name", Type.text(GraphParameters.LONGEST_NODE), Graph.Node::name),
                    Property.of("kind", Type.text(GraphParameters.LONGEST_NODE), Graph.Node::kind)
                            .orNull()
                            .describedAs("What stands before the first colon of its name."),
                    Property.of("distance", Type.integer(0, GraphParameters.MOST_DEPTH), (Graph.Node node) ->
                                    (long) node.distance())
                            .describedAs("Steps away; those that are the same are equally far."))
            .named("DependencyNode");

    private static final Schema PART = Schema.object()
            .with("nodes", Schema.list(NODES.schema()))
            .with("edges", Schema.list(EdgeViews.EDGE))
            .with("truncated", Schema.truth().describedAs("Whether there is more than was read."))
            .optionally(
                    "truncated_by",
                    Schema.oneOf(List.of(BY_NODES, BY_DEPTH))
                            .describedAs("The limit: of nodes, or depth, which may be given larger."))
            .named("DependencyGraph");

    private static final Contract FORMATS =
            Contract.of(Answer.ok("A part of the graph.", PART).or(Representations.WRITTEN));

    private static final Contract UNKNOWN =
            Contract.of(Answer.of(404, "Nothing was ever said of this node.", Schemas.REFUSAL));

    private final DependencyDatabase graph;
    private final FrontEndpoint front;
    private final Pictures pictures;
    private final Representations representations;

    WalkEndpoints(DependencyDatabase graph, FrontEndpoint front, Pictures pictures) {
        this.graph = graph;
        this.front = front;
        this.pictures = pictures;
        representations = new Representations(pictures);
    }

    /** Returns the members for neighbours, impact and paths. */
    List<Member> members() {
        Contract around = Field.query(
                        NODE,
                        DIRECTION,
                        DEPTH,
                        GraphParameters.FOLLOWED,
                        GraphParameters.AS_OF_FORM,
                        Representations.FORMAT,
                        GraphParameters.ZOOM)
                .and(UNKNOWN)
                .and(FORMATS);
        Contract impact = Field.query(
                        NODE,
                        DEPTH,
                        GraphParameters.FOLLOWED,
                        GraphParameters.AS_OF_FORM,
                        Representations.FORMAT,
                        GraphParameters.ZOOM)
                .and(UNKNOWN)
                .and(FORMATS);
        Contract path = Field.query(
                        START,
                        END,
                        DIRECTION,
                        DEPTH,
                        GraphParameters.FOLLOWED,
                        GraphParameters.AS_OF_FORM,
                        Representations.FORMAT,
                        GraphParameters.ZOOM)
                .and(UNKNOWN)
                .and(FORMATS);
        return List.of(
                Representations.member(
                                "/neighbours", "neighbours", "What is around a node.", around, Representations.SHOWN)
                        .apply(Endpoint.item(input -> Representations.tagged(input, neighbours(input)))),
                Representations.member(
                                "/impact",
                                "impact",
                                "What depends on a node, by however many steps.",
                                impact,
                                Representations.SHOWN)
                        .apply(Endpoint.item(input -> Representations.tagged(input, impact(input)))),
                Representations.member(
                                "/path",
                                "path",
                                "The shortest way from a node to another.",
                                path,
                                Representations.SHOWN)
                        .apply(Endpoint.item(input -> Representations.tagged(input, path(input)))));
    }

    // @req:dependency-neighbours
    private Outcome neighbours(Input input) {
        Form query = Form.query(input);
        String given = DIRECTION.in(query);
        Direction direction = given == null ? Direction.BOTH : Direction.of(given);
        return around(input, query, name(direction), walk(query, direction, 1, false));
    }

    // @req:dependency-impact
    private Outcome impact(Input input) {
        Form query = Form.query(input);
        return around(input, query, null, walk(query, Direction.IN, USUAL_DEPTH, true));
    }

    private Outcome around(Input input, Form query, @Nullable String given, Walk walk) {
        String node = NODE.in(query);
        Instant asOf = asOf(query);
        String wanted = Representations.wanted(query, input);
        int zoom = GraphParameters.zoom(query, GraphParameters.USUAL_ZOOM);
        query.check();
        Graph part = graph.database().read(transaction -> {
            var view = new GraphWalks(transaction, asOf);
            return view.knows(node) ? view.reach(node, walk) : null;
        });
        if (part == null) {
            if (Representations.HTML.equals(wanted)) {
                return front.front(node, zoom, 404);
            }
            throw Refusal.notFound("node", node);
        }
        return answer(wanted, part, asked(input, query, node, null, given, walk, zoom));
    }

    // @req:dependency-path
    private Outcome path(Input input) {
        Form query = Form.query(input);
        String from = START.in(query);
        String to = END.in(query);
        String given = DIRECTION.in(query);
        Direction direction = given == null ? Direction.OUT : Direction.of(given);
        Walk walk = walk(query, direction, USUAL_PATH, true);
        Instant asOf = asOf(query);
        String wanted = Representations.wanted(query, input);
        int zoom = GraphParameters.zoom(query, GraphParameters.USUAL_ZOOM);
        query.check();
        Graph part = graph.database().read(transaction -> {
            var view = new GraphWalks(transaction, asOf);
            known(view, from);
            known(view, to);
            return view.path(from, to, walk);
        });
        return answer(wanted, part, asked(input, query, from, to, name(direction), walk, zoom));
    }

    private static Asked asked(
            Input input,
            Form query,
            String from,
            @Nullable String to,
            @Nullable String direction,
            Walk walk,
            int zoom) {
        return new Asked(
                input.path(),
                from,
                to,
                direction,
                walk.depth(),
                walk.types().stream().map(EdgeType::wireName).sorted().toList(),
                query.value("as_of") instanceof String text && !text.isEmpty() ? text : null,
                zoom);
    }

    /** Reads {@code as_of}; an empty text counts as absent, because a form without an instant sends one. */
    private static @Nullable Instant asOf(Form query) {
        return "".equals(query.value("as_of")) ? null : GraphParameters.AS_OF.in(query);
    }

    private static String name(Direction direction) {
        return direction.name().toLowerCase(Locale.ROOT);
    }

    private static void known(GraphWalks view, String node) {
        if (!view.knows(node)) {
            throw Refusal.notFound("node", node);
        }
    }

    private static Walk walk(Form query, Direction direction, int usualDepth, boolean bounded) {
        Long depth = DEPTH.in(query);
        return new Walk(
                direction,
                GraphParameters.types(query, EdgeType.DEPENDENCY_NAMES),
                depth == null ? usualDepth : depth.intValue(),
                MOST_NODES,
                bounded);
    }

    private Reply answer(@Nullable String wanted, Graph part, Asked asked) {
        if (Representations.HTML.equals(wanted)) {
            return GraphPage.part(asked, part, pictures);
        }
        Reply written = representations.written(wanted, part, true, asked.suffix());
        if (written != null) {
            return written;
        }
        var view = Data.mapBuilder()
                .put("nodes", NODES.views(part.nodes()))
                .put("edges", EdgeViews.views(part.edges()))
                .put("truncated", part.truncated() || part.deeper());
        if (part.truncated() || part.deeper()) {
            view.put("truncated_by", part.truncated() ? BY_NODES : BY_DEPTH);
        }
        return Reply.ok(view.build());
    }
}
