/**
 * Information for operators: the list of bundles, diagnosis, health and metrics. Reads the packages below it and
 * changes nothing.
 */
@NullMarked
package io.precinct.deploy.status;

import org.jspecify.annotations.NullMarked;
