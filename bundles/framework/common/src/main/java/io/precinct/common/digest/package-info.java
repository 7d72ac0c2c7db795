/** Message digests, without the checked exception that cannot occur. */
@NullMarked
package io.precinct.common.digest;

import org.jspecify.annotations.NullMarked;
