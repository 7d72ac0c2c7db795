/** The lists of cases, and the status of the service. */
@NullMarked
package io.precinct.cases.views;

import org.jspecify.annotations.NullMarked;
