@NullMarked
package io.precinct.common.manifest;

import org.jspecify.annotations.NullMarked;
