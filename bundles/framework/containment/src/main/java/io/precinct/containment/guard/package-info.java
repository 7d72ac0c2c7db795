/**
 * The guards that the changed classes of deployed bundles call. A class imports this package as it is changed; nothing
 * else imports it. After this bundle has stopped, those classes can still call the guards, which then end no threads.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.containment.guard;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
