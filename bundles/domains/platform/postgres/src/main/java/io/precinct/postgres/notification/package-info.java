/** The connection that listens for notifications and knows whether the server is there. */
@NullMarked
package io.precinct.postgres.notification;

import org.jspecify.annotations.NullMarked;
