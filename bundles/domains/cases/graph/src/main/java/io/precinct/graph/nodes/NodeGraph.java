package io.precinct.graph.nodes;

import io.precinct.graph.api.Graph;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Offers the knowledge graph to other domains. Stateless, hence thread-safe. */
@Component
public final class NodeGraph implements Graph {
    private final Nodes nodes;

    /** Creates an instance on these nodes. */
    @Activate
    public NodeGraph(@Reference Nodes nodes) {
        this.nodes = nodes;
    }

    @Override
    public @Nullable Node node(String slug) {
        return nodes.read(slug);
    }

    @Override
    public @Nullable String resolve(String address) {
        TextAddress place = TextAddress.of(address);
        Node node = nodes.read(place.slug());
        return node == null ? null : place.in(node.body());
    }
}
