@NullMarked
package io.precinct.resolver.task;

import org.jspecify.annotations.NullMarked;
