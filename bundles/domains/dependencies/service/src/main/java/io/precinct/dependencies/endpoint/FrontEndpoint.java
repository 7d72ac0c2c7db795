package io.precinct.dependencies.endpoint;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.dependencies.picture.GraphPage;
import io.precinct.dependencies.picture.Pictures;
import io.precinct.dependencies.view.GraphLists;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoint for the size of the graph, as data and as the page that links to all others. Thread-safe. */
final class FrontEndpoint {
    /** Most edges that the front page counts. */
    private static final long MOST_COUNTED = 100_000;

    private static final Schema OVERVIEW = Schema.object()
            .with(
                    "kinds",
                    Schema.list(Schema.object()
                                    .with("kind", Schema.text().orNull())
                                    .with("nodes", Schema.integer().atLeast(0)))
                            .describedAs("What stands before the first colon of names, the most frequent first."))
            .with("edges", Schema.integer().atLeast(0).describedAs("Edges that somebody asserts, as far as 100,000."))
            .with("more", Schema.truth().describedAs("Whether there are more edges."));

    private final DependencyDatabase graph;
    private final Pictures pictures;

    FrontEndpoint(DependencyDatabase graph, Pictures pictures) {
        this.graph = graph;
        this.pictures = pictures;
    }

    /** Returns the member for the front page and its data. */
    List<Member> members() {
        Contract overview = Field.query(GraphParameters.SHOWN_PART, GraphParameters.ZOOM)
                .and(Contract.of(Answer.ok("What there is.", OVERVIEW)));
        return List.of(Representations.member(
                        "", "overview", "How many nodes and edges there are.", overview, Representations.HTML)
                .apply(Endpoint.item(input -> Representations.tagged(input, overview(input)))));
    }

    // @req:dependency-pages
    private Outcome overview(Input input) {
        Form query = Form.query(input);
        String part = GraphParameters.SHOWN_PART.in(query);
        int zoom = GraphParameters.zoom(query, 0);
        query.check();
        if (Representations.HTML.equals(Representations.wanted(null, input))) {
            return front(part, zoom, 200);
        }
        GraphLists.Counts counts =
                graph.database().read(transaction -> new GraphLists(transaction, null).counts(MOST_COUNTED));
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

    /** Replies with the page that links to all others. */
    Reply front(@Nullable String part, int zoom, int status) {
        String name = part == null || part.isBlank() ? null : part;
        GraphPage.Overview overview = graph.database().read(transaction -> {
            var view = new GraphLists(transaction, null);
            return new GraphPage.Overview(
                    view.counts(MOST_COUNTED),
                    view.whole(Pictures.MOST_NODES, Pictures.MOST_EDGES),
                    name,
                    name == null ? List.of() : view.nodes(null, name, null, GraphParameters.USUAL_LIMIT));
        });
        return GraphPage.front(overview, zoom, status, pictures);
    }
}
