/** Components of Declarative Services as their bundles describe them. */
@NullMarked
package io.precinct.common.component;

import org.jspecify.annotations.NullMarked;
