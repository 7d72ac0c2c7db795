/** The connection that listens for notifications and detects whether the server is available. */
@NullMarked
package io.precinct.postgres.notification;

import org.jspecify.annotations.NullMarked;
