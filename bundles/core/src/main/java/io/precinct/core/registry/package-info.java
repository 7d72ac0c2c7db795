/** What is deployed: candidates, admissions, and the snapshot readers see. */
@NullMarked
package io.precinct.core.registry;

import org.jspecify.annotations.NullMarked;
