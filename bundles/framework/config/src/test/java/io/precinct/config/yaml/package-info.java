@NullMarked
package io.precinct.config.yaml;

import org.jspecify.annotations.NullMarked;
