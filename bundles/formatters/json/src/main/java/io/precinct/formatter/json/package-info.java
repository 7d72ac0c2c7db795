/** Payloads as JSON, errors as RFC 9457 problem details if the client asks for them. */
@NullMarked
package io.precinct.formatter.json;

import org.jspecify.annotations.NullMarked;
