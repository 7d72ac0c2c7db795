@NullMarked
package io.precinct.resolver.env;

import org.jspecify.annotations.NullMarked;
