/** Tests when templates are due. */
@NullMarked
package io.precinct.recurring.schedule;

import org.jspecify.annotations.NullMarked;
