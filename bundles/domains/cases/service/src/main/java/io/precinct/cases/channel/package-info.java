/** The event streams, and endpoints that publish to them again. */
@NullMarked
package io.precinct.cases.channel;

import org.jspecify.annotations.NullMarked;
