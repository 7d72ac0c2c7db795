/** Ordered events, which are written in the transaction of the change that they report and read through streams. */
@Export
@Version("2.2.0")
@NullMarked
package io.precinct.events.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
