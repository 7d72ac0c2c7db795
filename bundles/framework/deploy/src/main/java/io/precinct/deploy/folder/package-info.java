/**
 * Watches {@code boundary_path}: finds jars that appear, change or go, and hands them to {@code swap} once they are
 * complete.
 */
@NullMarked
package io.precinct.deploy.folder;

import org.jspecify.annotations.NullMarked;
