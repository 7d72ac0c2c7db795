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
import io.precinct.dependencies.picture.Pictures;
import io.precinct.dependencies.view.Graph;
import io.precinct.dependencies.view.GraphDifferences;
import io.precinct.dependencies.view.GraphLists;
import io.precinct.rest.api.CursorText;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Endpoints that list nodes and edges, and the differences between two instants. Thread-safe. */
final class ListEndpoints {
    private static final Type<Long> COUNT = Type.integer(0, Long.MAX_VALUE);

    private static final Field<@Nullable String> FROM = Field.text("from", GraphParameters.LONGEST_NODE)
            .describedAs("The node that depends on another; of two that are the same, the one whose name sorts first.");
    private static final Field<@Nullable String> TO = Field.text("to", GraphParameters.LONGEST_NODE)
            .describedAs("The node that is depended on; of two that are the same, the one whose name sorts last.");
    private static final Field<@Nullable String> KIND = Field.text("kind", GraphParameters.LONGEST_NODE)
            .describedAs("What stands before the first colon of a name.")
            .example("service");
    private static final Field<@Nullable Instant> SINCE =
            Field.time("since").describedAs("The earlier instant.").required();
    private static final Field<@Nullable Instant> UNTIL =
            Field.time("until").describedAs("The later instant; without it now.");

    private static final Resource<GraphLists.Listed> LISTED = Resource.of(
                    Property.of("name", Type.text(GraphParameters.LONGEST_NODE), GraphLists.Listed::name),
                    Property.of("dependencies", COUNT, GraphLists.Listed::dependencies)
                            .describedAs("Its dependencies, without those of nodes that are the same."),
                    Property.of("dependents", COUNT, GraphLists.Listed::dependents)
                            .describedAs("What depends on it, by this name."),
                    Property.of("dangling", Type.truth(), GraphLists.Listed::dangling)
                            .describedAs(
                                    "Whether nobody says what it depends on, or what a node depends on that is the same. That it depends on nothing any more is an answer, too, unless an import withdrew it."))
            .named("ListedDependencyNode");

    private final DependencyDatabase graph;
    private final Representations representations;

    ListEndpoints(DependencyDatabase graph, Pictures pictures) {
        this.graph = graph;
        representations = new Representations(pictures);
    }

    /** Returns the members for lists of nodes and edges, and for differences. */
    List<Member> members() {
        Contract nodes = Field.query(
                        KIND,
                        GraphParameters.NAME_PART,
                        GraphParameters.AS_OF,
                        GraphParameters.LIMIT,
                        GraphParameters.CURSOR)
                .and(Contract.of(Answer.ok(
                        "Nodes by name.",
                        Schema.object()
                                .with("items", Schema.list(LISTED.schema()))
                                .with("next_cursor", Schema.text().orNull()))));
        Contract diff = Field.query(SINCE, UNTIL)
                .and(Contract.of(Answer.ok(
                        "What differs.",
                        Schema.object()
                                .with("added", Schema.list(EdgeViews.EDGE))
                                .with("removed", Schema.list(EdgeViews.EDGE))
                                .with("changed", Schema.list(EdgeViews.EDGE))
                                .with("truncated", Schema.truth()))));
        Contract edges = Field.query(
                        FROM,
                        TO,
                        GraphParameters.TYPES,
                        GraphParameters.AS_OF,
                        GraphParameters.LIMIT,
                        GraphParameters.CURSOR,
                        Representations.FORMAT)
                .and(Contract.of(Answer.ok(
                                "Edges that somebody asserts.",
                                Schema.object()
                                        .with("items", Schema.list(EdgeViews.EDGE))
                                        .with("next_cursor", Schema.text().orNull()))
                        .or(Representations.WRITTEN)));
        return List.of(
                Representations.member("/nodes", "nodes", "Nodes, by name.", nodes)
                        .apply(Endpoint.list(this::nodes)),
                Representations.member("/diff", "diff", "What came, went and changed between two instants.", diff)
                        .apply(Endpoint.item(this::diff)),
                Representations.member(
                                "/edges",
                                "edges",
                                "Edges, in the order in which their nodes became known.",
                                edges,
                                Representations.WRITTEN)
                        .apply(Endpoint.list(input -> Representations.tagged(input, edges(input)))));
    }

    // @req:dependency-nodes
    private Outcome nodes(Input input) {
        Form query = Form.query(input);
        String kind = KIND.in(query);
        String part = GraphParameters.NAME_PART.in(query);
        Instant asOf = GraphParameters.AS_OF.in(query);
        int limit = GraphParameters.LIMIT.in(query);
        List<?> after = GraphParameters.cursor(query, 1, String.class);
        query.check();
        List<GraphLists.Listed> found = graph.database()
                .read(transaction -> new GraphLists(transaction, asOf)
                        .nodes(kind, part, after == null ? null : (String) after.getFirst(), limit + 1));
        boolean more = found.size() > limit;
        List<GraphLists.Listed> shown = more ? found.subList(0, limit) : found;
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
        } else if (until != null && until.isBefore(since)) {
            query.fault("until", "conflict", "until is not before since", null);
        } else if (until == null && since.isAfter(Instant.now())) {
            query.fault("since", "conflict", "without until, since is not in the future", null);
        }
        query.check();
        Instant end = until == null ? Instant.now() : until;
        Instant begin = since == null ? end : since;
        GraphDifferences differences = graph.database()
                .read(transaction -> GraphDifferences.between(transaction, begin, end, GraphParameters.MOST_LIMIT));
        return Reply.ok(Data.map(
                "added", EdgeViews.views(differences.added()),
                "removed", EdgeViews.views(differences.removed()),
                "changed", EdgeViews.views(differences.changed()),
                "truncated", differences.truncated()));
    }

    // @req:dependency-edges
    private Outcome edges(Input input) {
        Form query = Form.query(input);
        String from = FROM.in(query);
        String to = TO.in(query);
        Set<EdgeType> types = GraphParameters.types(query, EdgeType.NAMES);
        Instant asOf = GraphParameters.AS_OF.in(query);
        int limit = GraphParameters.LIMIT.in(query);
        List<?> after = GraphParameters.cursor(query, 3, Number.class);
        String wanted = Representations.wanted(query, input);
        query.check();
        GraphLists.Page page = graph.database()
                .read(transaction -> new GraphLists(transaction, asOf).edges(from, to, types, after, limit));
        Graph part = Graph.of(page.edges(), page.last() != null);
        Reply written = representations.written(wanted, part, false, "");
        if (written != null) {
            return written;
        }
        return Reply.ok(Data.map(
                "items",
                EdgeViews.views(page.edges()),
                "next_cursor",
                page.last() == null ? null : CursorText.of(page.last())));
    }
}
