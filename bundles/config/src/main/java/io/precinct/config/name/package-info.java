/** Names that configuration may refer to, and the nearest of them to one that it misspells. */
@NullMarked
package io.precinct.config.name;

import org.jspecify.annotations.NullMarked;
