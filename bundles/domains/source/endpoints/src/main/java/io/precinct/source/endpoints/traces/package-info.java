/** From requirements to the code that fulfils them. */
@NullMarked
package io.precinct.source.endpoints.traces;

import org.jspecify.annotations.NullMarked;
