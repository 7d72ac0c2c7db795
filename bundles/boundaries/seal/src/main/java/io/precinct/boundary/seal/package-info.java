/** The boundary {@code seal}, and the proofs of the chains it sealed lately. */
@NullMarked
package io.precinct.boundary.seal;

import org.jspecify.annotations.NullMarked;
