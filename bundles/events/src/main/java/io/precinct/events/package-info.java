/** The outbox, its order, and the hub that sends it to the clients of this node. */
@NullMarked
package io.precinct.events;

import org.jspecify.annotations.NullMarked;
