/** Live source as a service: what the configured repositories hold, over their clones and facts. */
@NullMarked
package io.precinct.source;

import org.jspecify.annotations.NullMarked;
