/** Whether the service lives and may be sent requests. */
@NullMarked
package io.precinct.boundary.operations.health;

import org.jspecify.annotations.NullMarked;
