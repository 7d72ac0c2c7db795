/** Names that configuration may refer to. */
@NullMarked
package io.precinct.config.name;

import org.jspecify.annotations.NullMarked;
