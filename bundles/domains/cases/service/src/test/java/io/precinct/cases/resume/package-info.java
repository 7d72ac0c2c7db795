@NullMarked
package io.precinct.cases.resume;

import org.jspecify.annotations.NullMarked;
