/** Reads configuration files of several formats into one model whose values know their places. */
@NullMarked
package io.precinct.configuration.queries.document;

import org.jspecify.annotations.NullMarked;
