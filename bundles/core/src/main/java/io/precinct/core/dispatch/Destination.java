package io.precinct.core.dispatch;

import io.precinct.core.chain.Chain;
import io.precinct.core.route.RouteTable.Found;

/** The destination of a request: a chain, and the result of the look-up or the reason why the path cannot be read. */
sealed interface Destination {
    /** The chain to pin. */
    Chain chain();

    /** The result of looking up the path. */
    record Reached(Chain chain, Found found) implements Destination {}

    /** A path that is not well encoded. */
    record Unreadable(Chain chain, String reason) implements Destination {}
}
