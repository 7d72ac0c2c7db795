/** The catalogue of envelope keys and the envelopes built through it. */
@NullMarked
package io.precinct.core.envelope;

import org.jspecify.annotations.NullMarked;
