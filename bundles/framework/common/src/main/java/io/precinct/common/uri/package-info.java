/** Encoding and decoding of parts of URIs. */
@NullMarked
package io.precinct.common.uri;

import org.jspecify.annotations.NullMarked;
