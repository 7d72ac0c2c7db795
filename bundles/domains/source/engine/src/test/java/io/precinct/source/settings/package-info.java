@NullMarked
package io.precinct.source.settings;

import org.jspecify.annotations.NullMarked;
