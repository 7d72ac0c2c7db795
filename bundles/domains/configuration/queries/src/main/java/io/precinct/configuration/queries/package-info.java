/**
 * Configuration queries: expressions over the configuration files of repositories. The endpoint reads a question; a
 * walk goes through the selected files and applies the expression to each document.
 */
@NullMarked
package io.precinct.configuration.queries;

import org.jspecify.annotations.NullMarked;
