/** Whether the service is alive and ready for requests. */
@NullMarked
package io.precinct.boundary.operations.health;

import org.jspecify.annotations.NullMarked;
