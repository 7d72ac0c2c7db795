/** Case tracking, one room (package) for each thing that users do; here is what the rooms share. */
@NullMarked
package io.precinct.cases;

import org.jspecify.annotations.NullMarked;
