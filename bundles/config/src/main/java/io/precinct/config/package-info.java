/** Loads the configuration folder, watches it and hands every good version on as one immutable snapshot. */
@NullMarked
package io.precinct.config;

import org.jspecify.annotations.NullMarked;
