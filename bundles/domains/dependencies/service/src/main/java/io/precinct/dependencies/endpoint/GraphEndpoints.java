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
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.common.accept.AcceptHeader;
import io.precinct.common.digest.Digests;
import io.precinct.dependencies.event.DependencyEvent;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.picture.Asked;
import io.precinct.dependencies.picture.GraphPage;
import io.precinct.dependencies.picture.Picture;
import io.precinct.dependencies.picture.Pictures;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the events add up to, now or as of an instant, as data, for other programs and as pages. Thread-safe. */
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

    private static final int MOST_ZOOM = 400;
    private static final int USUAL_ZOOM = 100;

    /** Edges that the front page counts. */
    private static final long MOST_COUNTED = 100_000;

    private static final int TAG_DIGITS = 20;

    private static final String JSON = "application/json";
    private static final String HTML = "text/html";
    private static final String SVG = "svg";

    /** Parts of the graph are answered in these, of equally wanted ones the first; the last two are written elsewhere. */
    private static final List<String> OFFERED = Stream.of(
                    Stream.of(JSON, HTML, Picture.MEDIA_TYPE),
                    GraphFormat.MEDIA_TYPES.stream(),
                    Stream.of("text/markdown", "text/plain"))
            .flatMap(types -> types)
            .toList();

    private static final List<String> FORMATS_BY_NAME =
            Stream.concat(GraphFormat.NAMES.stream(), Stream.of(SVG)).toList();

    private static final String[] WRITTEN = Stream.concat(
                    GraphFormat.MEDIA_TYPES.stream(), Stream.of(Picture.MEDIA_TYPE))
            .toArray(String[]::new);

    private static final String[] SHOWN =
            Stream.concat(Stream.of(WRITTEN), Stream.of(HTML)).toArray(String[]::new);

    private static final Type<Long> COUNT = Type.integer(0, Long.MAX_VALUE);

    private static final Field<@Nullable Instant> AS_OF =
            Field.time("as_of").describedAs("As of when; without it now.");
    private static final Field<String> NODE =
            Field.requiredText("node", LONGEST_NODE).example("service:cart");
    private static final Field<@Nullable String> FROM =
            Field.text("from", LONGEST_NODE).describedAs("The node that depends on another.");
    private static final Field<@Nullable String> TO =
            Field.text("to", LONGEST_NODE).describedAs("The node that is depended on.");
    private static final Field<String> START =
            Field.requiredText("from", LONGEST_NODE).describedAs("Where the way begins.");
    private static final Field<String> END =
            Field.requiredText("to", LONGEST_NODE).describedAs("Where the way ends.");
    private static final Field<@Nullable String> DIRECTION = Field.oneOf("direction", Direction.NAMES)
            .describedAs("Which edges of a node are followed; both by default.");
    private static final Field<@Nullable Long> DEPTH =
            Field.integer("depth", 1, MOST_DEPTH).describedAs("Most edges from the node.");
    private static final Field<List<String>> TYPES =
            Field.several("type", Schema.oneOf(EdgeType.NAMES)).describedAs("Which edges; without it all.");
    private static final Field<@Nullable String> FORMAT =
            Field.oneOf("format", FORMATS_BY_NAME).describedAs("In place of data, as Accept may say as well.");
    private static final Field<@Nullable Long> ZOOM = Field.integer("zoom", 0, MOST_ZOOM)
            .describedAs("Of the picture in a page, in percent; 0 fits it to the width of the page.");
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
            Contract.of(Answer.ok("A part of the graph.", PART).or(WRITTEN));

    private static final Schema OVERVIEW = Schema.object()
            .with(
                    "kinds",
                    Schema.list(Schema.object()
                                    .with("kind", Schema.text().orNull())
                                    .with("nodes", Schema.integer().atLeast(0)))
                            .describedAs("What stands before the first colon of names, the most frequent first."))
            .with("edges", Schema.integer().atLeast(0).describedAs("Edges that somebody asserts, as far as 100,000."))
            .with("more", Schema.truth().describedAs("Whether there are more edges."));

    private static final Contract UNCHANGED = Contract.of(Parameter.header("If-None-Match", Schema.text())
                    .describedAs("The picture or the page that the client has, as ETag says it."))
            .and(Contract.of(Answer.empty(304, "It is what If-None-Match names.")));

    private static final Contract UNKNOWN =
            Contract.of(Answer.of(404, "Nothing was ever said of this node.", Schemas.REFUSAL));

    private final DependencyDatabase graph;
    private final Pictures pictures = new Pictures();

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
                        .or(WRITTEN)));
        Contract around = Field.query(NODE, DIRECTION, DEPTH, TYPES, AS_OF, FORMAT, ZOOM)
                .and(UNKNOWN)
                .and(FORMATS);
        Contract impact = Field.query(NODE, DEPTH, TYPES, AS_OF, FORMAT, ZOOM)
                .and(UNKNOWN)
                .and(FORMATS);
        Contract path = Field.query(START, END, DIRECTION, DEPTH, TYPES, AS_OF, FORMAT, ZOOM)
                .and(UNKNOWN)
                .and(FORMATS);
        Contract overview = Field.query(NAME_PART, ZOOM).and(Contract.of(Answer.ok("What there is.", OVERVIEW)));
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
                member("", "overview", "How many nodes and edges there are.", overview, HTML)
                        .apply(Endpoint.item(input -> tagged(input, overview(input)))),
                member("/nodes", "nodes", "Nodes, by name.", nodes).apply(Endpoint.list(this::nodes)),
                member("/diff", "diff", "What came, went and changed between two instants.", diff)
                        .apply(Endpoint.item(this::diff)),
                member("/edges", "edges", "Edges, in the order in which their nodes became known.", edges, WRITTEN)
                        .apply(Endpoint.list(input -> tagged(input, edges(input)))),
                member("/neighbours", "neighbours", "What is around a node.", around, SHOWN)
                        .apply(Endpoint.item(input -> tagged(input, neighbours(input)))),
                member("/impact", "impact", "What depends on a node, by however many steps.", impact, SHOWN)
                        .apply(Endpoint.item(input -> tagged(input, impact(input)))),
                member("/path", "path", "The shortest way from a node to another.", path, SHOWN)
                        .apply(Endpoint.item(input -> tagged(input, path(input)))));
    }

    private static Function<Member.Handler, Member> member(
            String path, String name, String sentence, Contract contract, String... produced) {
        return handler -> Member.on(
                RouteDeclaration.of("get", "/graph" + path).producing(produced),
                name,
                Declaration.terminal()
                        .describedAs(sentence)
                        .under(Contracts.LISTING)
                        .under(produced.length == 0 ? contract : contract.and(UNCHANGED))
                        .build(),
                handler);
    }

    // @req:dependency-pages
    private Outcome overview(Input input) {
        Form query = Form.query(input);
        String part = NAME_PART.in(query);
        int zoom = zoom(query);
        query.check();
        if (HTML.equals(wanted(null, input))) {
            return front(part, zoom, 200);
        }
        GraphView.Counts counts =
                graph.database().read(transaction -> new GraphView(transaction, null).counts(MOST_COUNTED));
        return Reply.ok(Data.map(
                "kinds",
                counts.kinds().stream()
                        .map(kind -> Data.map("kind", kind.kind(), "nodes", kind.nodes()))
                        .toList(),
                "edges",
                counts.edges(),
                "more",
                counts.isMore()));
    }

    /** The page that leads to all others. */
    private Reply front(@Nullable String part, int zoom, int status) {
        String name = part == null || part.isBlank() ? null : part;
        GraphPage.Overview overview = graph.database().read(transaction -> {
            var view = new GraphView(transaction, null);
            return new GraphPage.Overview(
                    view.counts(MOST_COUNTED),
                    view.whole(Pictures.MOST_NODES, Pictures.MOST_EDGES),
                    name,
                    name == null ? List.of() : view.nodes(null, name, null, USUAL_LIMIT));
        });
        return GraphPage.front(overview, zoom, status, pictures);
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
        String wanted = wanted(query, input);
        query.check();
        GraphView.Page page = graph.database()
                .read(transaction -> new GraphView(transaction, asOf).edges(from, to, types, after, limit));
        Graph part = Graph.of(page.edges(), page.last() != null);
        Reply written = written(wanted, part, false, "");
        if (written != null) {
            return written;
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
        String given = DIRECTION.in(query);
        Direction direction = given == null ? Direction.BOTH : Direction.of(given);
        return around(input, query, name(direction), direction, 1);
    }

    // @req:dependency-impact
    private Outcome impact(Input input) {
        return around(input, Form.query(input), null, Direction.IN, USUAL_DEPTH);
    }

    private Outcome around(Input input, Form query, @Nullable String given, Direction direction, int usualDepth) {
        String node = NODE.in(query);
        Walk walk = walk(query, direction, usualDepth);
        Instant asOf = asOf(query);
        String wanted = wanted(query, input);
        int zoom = zoom(query);
        query.check();
        Graph part = graph.database().read(transaction -> {
            var view = new GraphView(transaction, asOf);
            return view.knows(node) ? view.reach(node, walk) : null;
        });
        if (part == null) {
            if (HTML.equals(wanted)) {
                return front(node, zoom, 404);
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
        Walk walk = walk(query, direction, MOST_DEPTH);
        Instant asOf = asOf(query);
        String wanted = wanted(query, input);
        int zoom = zoom(query);
        query.check();
        Graph part = graph.database().read(transaction -> {
            var view = new GraphView(transaction, asOf);
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

    /** A form that is sent without an instant sends an empty one. */
    private static @Nullable Instant asOf(Form query) {
        return "".equals(query.value("as_of")) ? null : AS_OF.in(query);
    }

    private static int zoom(Form query) {
        Long zoom = ZOOM.in(query);
        return zoom == null ? USUAL_ZOOM : zoom.intValue();
    }

    private static String name(Direction direction) {
        return direction.name().toLowerCase(Locale.ROOT);
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

    /**
     * The media type that is wanted; null if none that is offered is. Probed and traced requests are answered with data,
     * because only that can be inspected.
     *
     * @param query null where there is no format to choose
     */
    private static @Nullable String wanted(@Nullable Form query, Input input) {
        String name = query == null ? null : FORMAT.in(query);
        if (name != null) {
            return name.equals(SVG) ? Picture.MEDIA_TYPE : GraphFormat.of(name).mediaType();
        }
        boolean inspected = input.get("service") instanceof Map<?, ?> service
                && (service.get("verify") != null || Boolean.TRUE.equals(service.get("trace")));
        return inspected
                ? JSON
                : AcceptHeader.of(input.headers().get("accept") instanceof String text ? text : null)
                        .best(OFFERED);
    }

    private Reply answer(@Nullable String wanted, Graph part, Asked asked) {
        if (HTML.equals(wanted)) {
            return GraphPage.part(asked, part, pictures);
        }
        Reply written = written(wanted, part, true, asked.suffix());
        return written != null
                ? written
                : Reply.ok(Data.map(
                        "nodes",
                        NODES.views(part.nodes()),
                        "edges",
                        views(part.edges()),
                        "truncated",
                        part.truncated()));
    }

    /** A part of the graph in another format than that of data; null if data or a page is wanted. */
    private @Nullable Reply written(@Nullable String wanted, Graph part, boolean isMeasured, String suffix) {
        if (Picture.MEDIA_TYPE.equals(wanted)) {
            return picture(pictures.of(part, isMeasured, suffix));
        }
        return Stream.of(GraphFormat.values())
                .filter(format -> format.mediaType().equals(wanted))
                .findFirst()
                .map(format -> Reply.of(200, Body.text(wanted + "; charset=utf-8", format.write(part))))
                .orElse(null);
    }

    // @req:dependency-picture
    private static Reply picture(Picture picture) {
        return Reply.of(200, Body.bytes(Picture.MEDIA_TYPE, picture.document()))
                .header("Content-Security-Policy", Picture.POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Vary", "Accept");
    }

    /** A picture or a page with the tag of its bytes, or 304 if the client has it; any other reply as it is. */
    private static Outcome tagged(Input input, Outcome outcome) {
        if (!(outcome instanceof Reply reply) || reply.status() != 200 || !(reply.body() instanceof Body.Bytes bytes)) {
            return outcome;
        }
        String tag = '"' + Digests.sha256Hex(bytes.content()).substring(0, TAG_DIGITS) + '"';
        Reply tagged = reply.header("ETag", tag).header("Cache-Control", "no-cache");
        boolean known = input.headers().get("if-none-match") instanceof String tags
                && (tags.strip().equals("*") || tags.contains(tag));
        return known ? Reply.empty(304).headers(tagged.headers()) : tagged;
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
