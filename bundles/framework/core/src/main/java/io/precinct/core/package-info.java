/** The core: assembles chains from what is deployed and configured, and runs requests through them. */
@NullMarked
package io.precinct.core;

import org.jspecify.annotations.NullMarked;
