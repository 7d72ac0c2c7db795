/** The certificate of a server and its key: read from files, and judged. */
@NullMarked
package io.precinct.common.certificate;

import org.jspecify.annotations.NullMarked;
