/** Resolves tags: while the configuration is loaded, early tags become values and late tags become inert nodes. */
@NullMarked
package io.precinct.config.tag;

import org.jspecify.annotations.NullMarked;
