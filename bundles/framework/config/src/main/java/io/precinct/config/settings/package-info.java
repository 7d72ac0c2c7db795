/** Reads maps and values of configuration files, and settings as their owners declare them. */
@NullMarked
package io.precinct.config.settings;

import org.jspecify.annotations.NullMarked;
