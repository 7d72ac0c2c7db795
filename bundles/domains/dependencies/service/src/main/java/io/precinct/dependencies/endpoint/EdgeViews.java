package io.precinct.dependencies.endpoint;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.dependencies.event.DependencyEvent;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.view.Graph;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Schemas;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The representation of edges in responses, and its schema. */
final class EdgeViews {
    static final Schema EDGE = Schema.object()
            .with("from", Schema.text())
            .with("to", Schema.text())
            .with(
                    "type",
                    Schema.oneOf(EdgeType.NAMES)
                            .describedAs("`same-as`: both are one thing; from is the name that sorts first."))
            .with("producers", Schema.list(Schema.text()).describedAs("Who says so."))
            .with("since", Schemas.TIME)
            .optionally("meta", DependencyEvent.META.schema())
            .named("DependencyEdge");

    private EdgeViews() {}

    /** With milliseconds, or microseconds where it has them: as of this very instant, the edge is there. */
    static String text(Instant time) {
        return time.equals(time.truncatedTo(ChronoUnit.MILLIS)) ? Timestamps.text(time) : time.toString();
    }

    static List<Map<String, @Nullable Object>> views(List<Graph.Edge> edges) {
        return edges.stream().map(EdgeViews::view).toList();
    }

    static Map<String, @Nullable Object> view(Graph.Edge edge) {
        var view = Data.mapBuilder()
                .put("from", edge.from())
                .put("to", edge.to())
                .put("type", edge.type().wireName())
                .put("producers", Data.freezeList(edge.producers()))
                .put("since", text(edge.since()));
        if (edge.meta() != null) {
            view.put("meta", edge.meta());
        }
        return view.build();
    }
}
