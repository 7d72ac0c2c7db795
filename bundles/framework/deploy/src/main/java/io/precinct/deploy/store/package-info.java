/**
 * The folder of jars below the data folder: received ones, accepted ones by hash, and those that serve. Its jars are
 * those that {@code verify} let pass.
 */
@NullMarked
package io.precinct.deploy.store;

import org.jspecify.annotations.NullMarked;
