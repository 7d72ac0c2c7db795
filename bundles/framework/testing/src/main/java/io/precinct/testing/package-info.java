/** What tests share: {@link Eventually} waits, {@link FolderTemplate} copies folders, the others generate unusual data for properties. */
@NullMarked
package io.precinct.testing;

import org.jspecify.annotations.NullMarked;
