/** Case tracking. Each subpackage implements one user-facing feature; this package contains what they share. */
@NullMarked
package io.precinct.cases;

import org.jspecify.annotations.NullMarked;
