/** Case tracking: one package for each thing that users do; here is what they share. */
@NullMarked
package io.precinct.cases;

import org.jspecify.annotations.NullMarked;
