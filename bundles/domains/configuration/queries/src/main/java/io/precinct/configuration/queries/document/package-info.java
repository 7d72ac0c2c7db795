/** Configuration files of several formats, read into one model whose values know where they stand. */
@NullMarked
package io.precinct.configuration.queries.document;

import org.jspecify.annotations.NullMarked;
