package io.precinct.core.inspect;

import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.chain.RouteSource;
import io.precinct.core.chain.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Turns a snapshot of chains into the views of the inspection API. */
public final class SnapshotViews {
    private SnapshotViews() {}

    /** The routes, each with its chain. */
    public static List<RouteView> routes(Snapshot snapshot) {
        var views = new ArrayList<RouteView>();
        for (int i = 0; i < snapshot.routes().size(); i++) {
            RouteSource route = snapshot.routes().get(i);
            views.add(new RouteView(
                    route.name(),
                    route.declaration().method(),
                    route.declaration().path(),
                    route.boundaries(),
                    route.source(),
                    snapshot.chains().get(i).view(),
                    snapshot.chains().get(i).missing(),
                    List.copyOf(snapshot.environment()
                            .configuration()
                            .scenariosOf(route.name())
                            .keySet()),
                    route.declaration().consumes(),
                    route.declaration().produces(),
                    route.declaration().access().name().toLowerCase(Locale.ROOT),
                    route.declaration().exposure().name().toLowerCase(Locale.ROOT)));
        }
        return views;
    }
}
