package io.precinct.dependencies.endpoint;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Member;
import io.precinct.dependencies.picture.Pictures;
import io.precinct.rest.api.Endpoint;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Endpoints for the cumulative graph, now or as of an instant, as data, in formats of other programs, and as pages.
 * Thread-safe.
 */
@Component
@FamilyName("dependencies")
public final class GraphEndpoints implements BoundaryFamily {
    private final FrontEndpoint front;
    private final ListEndpoints listings;
    private final WalkEndpoints walks;

    /** Creates the endpoints on this graph. */
    @Activate
    public GraphEndpoints(@Reference DependencyDatabase graph) {
        var pictures = new Pictures();
        front = new FrontEndpoint(graph, pictures);
        listings = new ListEndpoints(graph, pictures);
        walks = new WalkEndpoints(graph, front, pictures);
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(Stream.of(front.members(), listings.members(), walks.members())
                .flatMap(List::stream)
                .toArray(Member[]::new));
    }
}
