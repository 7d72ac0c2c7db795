/** Threads that work as long as their bundle, whatever happens to them, and threads that yield to others. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.core.api.thread;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
