/** Recognises what must not be shown: by names, and within addresses. */
@NullMarked
package io.precinct.common.secret;

import org.jspecify.annotations.NullMarked;
