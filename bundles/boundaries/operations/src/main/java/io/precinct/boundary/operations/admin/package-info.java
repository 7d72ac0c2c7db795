/** Operations for whoever runs this machine. */
@NullMarked
package io.precinct.boundary.operations.admin;

import org.jspecify.annotations.NullMarked;
