/** The settings of domains: files beside {@code service.yml}, read by what their owners declare. */
@NullMarked
package io.precinct.config.settings;

import org.jspecify.annotations.NullMarked;
