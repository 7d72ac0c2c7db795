@NullMarked
package io.precinct.recurring.templates;

import org.jspecify.annotations.NullMarked;
