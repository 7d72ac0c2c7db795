package io.precinct.core.dispatch;

import io.precinct.core.chain.Chain;
import io.precinct.core.route.RouteTable.Found;

/** Where a path leads. */
sealed interface Destination {
    /** The chain to pin. */
    Chain chain();

    /** What the route table said. */
    record Reached(Chain chain, Found found) implements Destination {}

    /** A path that is not well encoded. */
    record Unreadable(Chain chain, String reason) implements Destination {}
}
