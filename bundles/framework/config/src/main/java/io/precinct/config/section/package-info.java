/** The sections of service.yml: declared settings, and sections with a reader of their own. */
@NullMarked
package io.precinct.config.section;

import org.jspecify.annotations.NullMarked;
