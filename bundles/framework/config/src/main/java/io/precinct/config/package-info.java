/** Loads the configuration folder, watches it and publishes every valid version as one immutable snapshot. */
@NullMarked
package io.precinct.config;

import org.jspecify.annotations.NullMarked;
