@NullMarked
package io.precinct.resolver.userconfig;

import org.jspecify.annotations.NullMarked;
