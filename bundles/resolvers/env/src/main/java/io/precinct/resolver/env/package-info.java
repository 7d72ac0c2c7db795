/** The tag {@code !Env}: an environment variable. */
@NullMarked
package io.precinct.resolver.env;

import org.jspecify.annotations.NullMarked;
