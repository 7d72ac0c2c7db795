/** Live source over HTTP: boundary families over the service of live source, which owns all state. */
@NullMarked
package io.precinct.source.endpoints;

import org.jspecify.annotations.NullMarked;
