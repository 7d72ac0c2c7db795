/** The register: create, read, patch, replace, delete, pin, touch. */
@NullMarked
package io.precinct.cases.register;

import org.jspecify.annotations.NullMarked;
