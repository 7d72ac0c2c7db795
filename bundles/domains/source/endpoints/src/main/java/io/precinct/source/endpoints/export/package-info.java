/** Exports the content of a repository in the formats of other tools. */
@NullMarked
package io.precinct.source.endpoints.export;

import org.jspecify.annotations.NullMarked;
