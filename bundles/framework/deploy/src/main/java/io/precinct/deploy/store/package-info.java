/**
 * The folder of jars below the data folder: received jars, accepted jars by hash, and the jars that serve. Uses only
 * {@code verify}, whose jars it keeps.
 */
@NullMarked
package io.precinct.deploy.store;

import org.jspecify.annotations.NullMarked;
