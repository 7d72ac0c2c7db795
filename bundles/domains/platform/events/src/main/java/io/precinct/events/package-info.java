/** The event outbox, and the hub that numbers its events and sends them to the clients of this node. */
@NullMarked
package io.precinct.events;

import org.jspecify.annotations.NullMarked;
