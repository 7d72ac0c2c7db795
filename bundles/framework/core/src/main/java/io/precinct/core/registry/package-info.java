/** The registry of plug-ins: registered candidates, their admission, and the snapshot of the admitted ones. */
@NullMarked
package io.precinct.core.registry;

import org.jspecify.annotations.NullMarked;
