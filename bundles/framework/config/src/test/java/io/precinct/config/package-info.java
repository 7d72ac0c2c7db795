@NullMarked
package io.precinct.config;

import org.jspecify.annotations.NullMarked;
