/** The outbox of events, and the hub that numbers them and sends them to the clients of this node. */
@NullMarked
package io.precinct.events;

import org.jspecify.annotations.NullMarked;
