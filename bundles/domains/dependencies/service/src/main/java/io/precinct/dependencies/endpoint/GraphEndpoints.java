package io.precinct.dependencies.endpoint;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.dependencies.event.DependencyEvent;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.view.Direction;
import io.precinct.dependencies.view.Graph;
import io.precinct.dependencies.view.GraphFormat;
import io.precinct.dependencies.view.GraphView;
import io.precinct.dependencies.view.GraphView.Walk;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.CursorText;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import io.precinct.rest.api.Schemas;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the events add up to, now or as of an instant. Stateless, hence thread-safe. */
@Component
@FamilyName("dependencies")
public final class GraphEndpoints implements BoundaryFamily {
    private static final int LONGEST_NODE = 300;
    private static final int LONGEST_CURSOR = 2000;
    private static final int MOST_NODES = 10_000;
    private static final int MOST_DEPTH = 50;
    private static final int USUAL_DEPTH = 5;
    private static final int USUAL_LIMIT = 100;
    private static final int MOST_LIMIT = 10_000;

    private static final Type<Long> COUNT = Type.integer(0, Long.MAX_VALUE);

    private static final Field<@Nullable Instant> AS_OF =
            Field.time("as_of").describedAs("As of when; without it now.");
    private static final Field<String> NODE =
            Field.requiredText("node", LONGEST_NODE).example("service:cart");
    private static final Field<@Nullable String> FROM =
            Field.text("from", LONGEST_NODE).describedAs("The node that depends on another.");
    private static final Field<@Nullable String> TO =
            Field.text("to", LONGEST_NODE).describedAs("The node that is depended on.");
    private static final Field<@Nullable String> DIRECTION = Field.oneOf("direction", Direction.NAMES)
            .describedAs("Which edges of a node are followed; both by default.");
    private static final Field<@Nullable Long> DEPTH =
            Field.integer("depth", 1, MOST_DEPTH).describedAs("Most edges from the node.");
    private static final Field<List<String>> TYPES =
            Field.several("type", Schema.oneOf(EdgeType.NAMES)).describedAs("Which edges; without it all.");
    private static final Field<@Nullable String> FORMAT =
            Field.oneOf("format", GraphFormat.NAMES).describedAs("In place of data, as Accept may say as well.");
    private static final Field<Integer> LIMIT = Field.limit(USUAL_LIMIT, MOST_LIMIT);
    private static final Field<@Nullable String> CURSOR =
            Field.text("cursor", LONGEST_CURSOR).describedAs("Where to go on, as next_cursor says.");

    private static final Field<@Nullable String> KIND = Field.text("kind", LONGEST_NODE)
            .describedAs("What stands before the first colon of a name.")
            .example("service");
    private static final Field<@Nullable String> NAME_PART =
            Field.text("q", LONGEST_NODE).describedAs("A part of the name, in whatever case.");
    private static final Field<@Nullable Instant> SINCE =
            Field.time("since").describedAs("The earlier instant.").required();
    private static final Field<@Nullable Instant> UNTIL =
            Field.time("until").describedAs("The later instant; without it now.");

    private static final Resource<GraphView.Listed> LISTED = Resource.of(
                    Property.of("name", Type.text(LONGEST_NODE), GraphView.Listed::name),
                    Property.of("dependencies", COUNT, GraphView.Listed::dependencies)
                            .describedAs("Edges from it."),
                    Property.of("dependents", COUNT, GraphView.Listed::dependents)
                            .describedAs("Edges to it."),
                    Property.of("dangling", Type.truth(), GraphView.Listed::dangling)
                            .describedAs("Whether nobody ever said what it depends on."))
            .named("ListedDependencyNode");

    private static final Resource<Graph.Node> NODES = Resource.of(
                    Property.of("name", Type.text(LONGEST_NODE), Graph.Node::name),
                    Property.of("kind", Type.text(LONGEST_NODE), Graph.Node::kind)
                            .orNull()
                            .describedAs("What stands before the first colon of its name."),
                    Property.of("distance", Type.integer(0, MOST_DEPTH), (Graph.Node node) -> (long) node.distance()))
            .named("DependencyNode");

    private static final Schema EDGE = Schema.object()
            .with("from", Schema.text())
            .with("to", Schema.text())
            .with("type", Schema.oneOf(EdgeType.NAMES))
            .with("producers", Schema.list(Schema.text()).describedAs("Who says so."))
            .with("since", Schemas.TIME)
            .optionally("meta", DependencyEvent.META.schema())
            .named("DependencyEdge");

    private static final Schema PART = Schema.object()
            .with("nodes", Schema.list(NODES.schema()))
            .with("edges", Schema.list(EDGE))
            .with("truncated", Schema.truth().describedAs("Whether there is more than was read."))
            .named("DependencyGraph");

    private static final Contract FORMATS =
            Contract.of(Answer.ok("A part of the graph.", PART).or(GraphFormat.MEDIA_TYPES.toArray(String[]::new)));

    private static final Contract UNKNOWN =
            Contract.of(Answer.of(404, "Nothing was ever said of this node.", Schemas.REFUSAL));

    private final DependencyDatabase graph;

    /** This graph. */
    @Activate
    public GraphEndpoints(@Reference DependencyDatabase graph) {
        this.graph = graph;
    }

    @Override
    public List<Member> members() {
        Contract edges = Field.query(FROM, TO, TYPES, AS_OF, LIMIT, CURSOR, FORMAT)
                .and(Contract.of(Answer.ok(
                                "Edges that somebody asserts.",
                                Schema.object()
                                        .with("items", Schema.list(EDGE))
                                        .with("next_cursor", Schema.text().orNull()))
                        .or(GraphFormat.MEDIA_TYPES.toArray(String[]::new))));
        Contract around = Field.query(NODE, DIRECTION, DEPTH, TYPES, AS_OF, FORMAT)
                .and(UNKNOWN)
                .and(FORMATS);
        Contract impact =
                Field.query(NODE, DEPTH, TYPES, AS_OF, FORMAT).and(UNKNOWN).and(FORMATS);
        Contract path = Field.query(FROM.required(), TO.required(), DIRECTION, DEPTH, TYPES, AS_OF, FORMAT)
                .and(UNKNOWN)
                .and(FORMATS);
        Contract nodes = Field.query(KIND, NAME_PART, AS_OF, LIMIT, CURSOR)
                .and(Contract.of(Answer.ok(
                        "Nodes by name.",
                        Schema.object()
                                .with("items", Schema.list(LISTED.schema()))
                                .with("next_cursor", Schema.text().orNull()))));
        Contract diff = Field.query(SINCE, UNTIL)
                .and(Contract.of(Answer.ok(
                        "What differs.",
                        Schema.object()
                                .with("added", Schema.list(EDGE))
                                .with("removed", Schema.list(EDGE))
                                .with("changed", Schema.list(EDGE))
                                .with("truncated", Schema.truth()))));
        return Endpoint.family(
                member("nodes", "Nodes, by name.", nodes, Endpoint.list(this::nodes)),
                member("diff", "What came, went and changed between two instants.", diff, Endpoint.item(this::diff)),
                member(
                        "edges",
                        "Edges, in the order in which their nodes became known.",
                        edges,
                        Endpoint.list(this::edges)),
                member("neighbours", "What is around a node.", around, Endpoint.item(this::neighbours)),
                member("impact", "What depends on a node, by however many steps.", impact, Endpoint.item(this::impact)),
                member("path", "The shortest way from a node to another.", path, Endpoint.item(this::path)));
    }

    private static Member member(String name, String sentence, Contract contract, Member.Handler handler) {
        return Member.on(
                RouteDeclaration.of("get", "/graph/" + name).producing(GraphFormat.MEDIA_TYPES.toArray(String[]::new)),
                name,
                Declaration.terminal()
                        .describedAs(sentence)
                        .under(Contracts.LISTING)
                        .under(contract)
                        .build(),
                handler);
    }

    // @req:dependency-nodes
    private Outcome nodes(Input input) {
        Form query = Form.query(input);
        String kind = KIND.in(query);
        String part = NAME_PART.in(query);
        Instant asOf = AS_OF.in(query);
        int limit = LIMIT.in(query);
        List<?> after = cursor(query, 1, String.class);
        query.check();
        List<GraphView.Listed> found = graph.database()
                .read(transaction -> new GraphView(transaction, asOf)
                        .nodes(kind, part, after == null ? null : (String) after.getFirst(), limit + 1));
        boolean more = found.size() > limit;
        List<GraphView.Listed> shown = more ? found.subList(0, limit) : found;
        return Reply.ok(Data.map(
                "items",
                LISTED.views(shown),
                "next_cursor",
                more ? CursorText.of(List.of(shown.getLast().name())) : null));
    }

    // @req:dependency-diff
    private Outcome diff(Input input) {
        Form query = Form.query(input);
        Instant since = SINCE.in(query);
        Instant until = UNTIL.in(query);
        if (since == null) {
            query.fault("since", "required", "since is required", null);
        }
        query.check();
        Instant end = until == null ? Instant.now() : until;
        Instant begin = since == null ? end : since;
        GraphView.Differences differences =
                graph.database().read(transaction -> GraphView.differences(transaction, begin, end, MOST_LIMIT));
        return Reply.ok(Data.map(
                "added", views(differences.added()),
                "removed", views(differences.removed()),
                "changed", views(differences.changed()),
                "truncated", differences.truncated()));
    }

    private static List<Map<String, @Nullable Object>> views(List<Graph.Edge> edges) {
        return edges.stream().map(GraphEndpoints::view).toList();
    }

    // @req:dependency-edges
    private Outcome edges(Input input) {
        Form query = Form.query(input);
        String from = FROM.in(query);
        String to = TO.in(query);
        Set<EdgeType> types = types(query);
        Instant asOf = AS_OF.in(query);
        int limit = LIMIT.in(query);
        List<?> after = cursor(query, 3, Number.class);
        GraphFormat format = format(query, input);
        query.check();
        GraphView.Page page = graph.database()
                .read(transaction -> new GraphView(transaction, asOf).edges(from, to, types, after, limit));
        if (format != null) {
            List<Graph.Node> nodes = page.edges().stream()
                    .flatMap(edge -> Stream.of(edge.from(), edge.to()))
                    .distinct()
                    .map(name -> new Graph.Node(name, 0))
                    .toList();
            return written(format, new Graph(nodes, page.edges(), page.last() != null));
        }
        return Reply.ok(Data.map(
                "items", views(page.edges()), "next_cursor", page.last() == null ? null : CursorText.of(page.last())));
    }

    private static @Nullable List<?> cursor(Form query, int parts, Class<?> type) {
        String text = CURSOR.in(query);
        if (text == null) {
            return null;
        }
        List<?> key = CursorText.read(text);
        if (key == null || key.size() != parts || !key.stream().allMatch(type::isInstance)) {
            query.fault(ListRequest.FOREIGN_CURSOR);
            return null;
        }
        return key;
    }

    // @req:dependency-neighbours
    private Outcome neighbours(Input input) {
        Form query = Form.query(input);
        String direction = DIRECTION.in(query);
        return around(input, query, direction == null ? Direction.BOTH : Direction.of(direction), 1);
    }

    // @req:dependency-impact
    private Outcome impact(Input input) {
        return around(input, Form.query(input), Direction.IN, USUAL_DEPTH);
    }

    private Outcome around(Input input, Form query, Direction direction, int usualDepth) {
        String node = NODE.in(query);
        Walk walk = walk(query, direction, usualDepth);
        Instant asOf = AS_OF.in(query);
        GraphFormat format = format(query, input);
        query.check();
        return answer(format, graph.database().read(transaction -> {
            var view = new GraphView(transaction, asOf);
            known(view, node);
            return view.reach(node, walk);
        }));
    }

    // @req:dependency-path
    private Outcome path(Input input) {
        Form query = Form.query(input);
        String from = need(query, FROM);
        String to = need(query, TO);
        String direction = DIRECTION.in(query);
        Walk walk = walk(query, direction == null ? Direction.OUT : Direction.of(direction), MOST_DEPTH);
        Instant asOf = AS_OF.in(query);
        GraphFormat format = format(query, input);
        query.check();
        return answer(format, graph.database().read(transaction -> {
            var view = new GraphView(transaction, asOf);
            known(view, from);
            known(view, to);
            return view.path(from, to, walk);
        }));
    }

    private static String need(Form query, Field<@Nullable String> field) {
        String value = field.in(query);
        if (value == null || value.isEmpty()) {
            query.fault(field.name(), "required", field.name() + " is required", null);
            return "";
        }
        return value;
    }

    private static void known(GraphView view, String node) {
        if (!view.knows(node)) {
            throw Refusal.notFound("node", node);
        }
    }

    private static Walk walk(Form query, Direction direction, int usualDepth) {
        Long depth = DEPTH.in(query);
        return new Walk(direction, types(query), depth == null ? usualDepth : depth.intValue(), MOST_NODES);
    }

    private static Set<EdgeType> types(Form query) {
        return TYPES.in(query).stream()
                .filter(EdgeType.NAMES::contains)
                .map(EdgeType::of)
                .collect(Collectors.toSet());
    }

    private static @Nullable GraphFormat format(Form query, Input input) {
        String name = FORMAT.in(query);
        if (name != null) {
            return GraphFormat.of(name);
        }
        String accept = input.headers().get("accept") instanceof String text ? text : "";
        for (GraphFormat format : GraphFormat.values()) {
            if (accept.contains(format.mediaType())) {
                return format;
            }
        }
        return null;
    }

    private static Reply answer(@Nullable GraphFormat format, Graph part) {
        return format != null
                ? written(format, part)
                : Reply.ok(Data.map(
                        "nodes",
                        NODES.views(part.nodes()),
                        "edges",
                        views(part.edges()),
                        "truncated",
                        part.truncated()));
    }

    private static Reply written(GraphFormat format, Graph part) {
        return Reply.of(200, Body.text(format.mediaType() + "; charset=utf-8", format.write(part)));
    }

    private static Map<String, @Nullable Object> view(Graph.Edge edge) {
        var view = Data.mapBuilder()
                .put("from", edge.from())
                .put("to", edge.to())
                .put("type", edge.type().wireName())
                .put("producers", Data.freezeList(edge.producers()))
                .put("since", Timestamps.text(edge.since()));
        if (edge.meta() != null) {
            view.put("meta", edge.meta());
        }
        return view.build();
    }
}
