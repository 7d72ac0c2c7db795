@NullMarked
package io.precinct.core.dispatch;

import org.jspecify.annotations.NullMarked;
