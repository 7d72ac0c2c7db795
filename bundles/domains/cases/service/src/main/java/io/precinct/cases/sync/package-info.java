/** Manifest, pull and push: three-way merges by field. */
@NullMarked
package io.precinct.cases.sync;

import org.jspecify.annotations.NullMarked;
