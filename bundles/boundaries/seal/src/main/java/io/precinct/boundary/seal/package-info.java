/** The boundary {@code seal}, and the proofs of recently sealed chains. */
@NullMarked
package io.precinct.boundary.seal;

import org.jspecify.annotations.NullMarked;
