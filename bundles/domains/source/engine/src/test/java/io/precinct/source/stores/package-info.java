@NullMarked
package io.precinct.source.stores;

import org.jspecify.annotations.NullMarked;
