/** JMESPath expressions over documents. */
@NullMarked
package io.precinct.configuration.queries.expression;

import org.jspecify.annotations.NullMarked;
