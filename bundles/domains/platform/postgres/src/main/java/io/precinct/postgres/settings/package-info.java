/** The section {@code database:} of {@code cases.yml}. */
@NullMarked
package io.precinct.postgres.settings;

import org.jspecify.annotations.NullMarked;
