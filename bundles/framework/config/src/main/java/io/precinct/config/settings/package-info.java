/** Reads maps and values of configuration files, and settings by what their owners declare of them. */
@NullMarked
package io.precinct.config.settings;

import org.jspecify.annotations.NullMarked;
