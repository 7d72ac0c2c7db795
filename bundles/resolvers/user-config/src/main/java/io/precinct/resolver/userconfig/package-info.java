/** The tag {@code !UserConfig}: the operator's own file. */
@NullMarked
package io.precinct.resolver.userconfig;

import org.jspecify.annotations.NullMarked;
