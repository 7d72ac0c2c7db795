/** The endpoints below {@code /admin}, for operators on this machine. */
@NullMarked
package io.precinct.boundary.operations.admin;

import org.jspecify.annotations.NullMarked;
