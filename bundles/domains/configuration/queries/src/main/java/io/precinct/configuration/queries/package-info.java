/**
 * Configuration queries: expressions over the configuration files that repositories hold. The endpoint reads a question;
 * a walk goes through the files that it means and applies the expression to each document.
 */
@NullMarked
package io.precinct.configuration.queries;

import org.jspecify.annotations.NullMarked;
