/** Live source as a service: the content of the configured repositories, over their clones and facts. */
@NullMarked
package io.precinct.source;

import org.jspecify.annotations.NullMarked;
