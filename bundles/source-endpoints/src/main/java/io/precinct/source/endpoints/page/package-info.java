/** Pages for people. */
@NullMarked
package io.precinct.source.endpoints.page;

import org.jspecify.annotations.NullMarked;
