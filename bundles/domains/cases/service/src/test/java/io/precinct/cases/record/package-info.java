@NullMarked
package io.precinct.cases.record;

import org.jspecify.annotations.NullMarked;
