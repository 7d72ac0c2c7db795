/** Settings, read by what their owners declare: those of domains, and those of {@code service.yml}. */
@NullMarked
package io.precinct.config.settings;

import org.jspecify.annotations.NullMarked;
