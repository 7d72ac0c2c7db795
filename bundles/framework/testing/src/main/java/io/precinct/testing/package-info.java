/**
 * Tools that tests share: {@link Eventually} waits, {@link FolderTemplate} copies folders, {@link PlayedServer} stands
 * in for another server, and the others generate unusual data for property tests.
 */
@NullMarked
package io.precinct.testing;

import org.jspecify.annotations.NullMarked;
