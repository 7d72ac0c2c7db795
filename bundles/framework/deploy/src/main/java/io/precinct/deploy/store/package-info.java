/**
 * The folder of jars below the data folder: received ones, accepted ones by hash, and those that serve. Knows
 * {@code verify} only, whose jars it keeps.
 */
@NullMarked
package io.precinct.deploy.store;

import org.jspecify.annotations.NullMarked;
