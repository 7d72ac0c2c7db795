/** The sections of service.yml: declared settings, and what is read by a reader of its own. */
@NullMarked
package io.precinct.config.section;

import org.jspecify.annotations.NullMarked;
