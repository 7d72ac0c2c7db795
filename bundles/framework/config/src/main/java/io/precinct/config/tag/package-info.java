/** Resolution of tags: while configuration is loaded, early tags become values and late ones inert nodes. */
@NullMarked
package io.precinct.config.tag;

import org.jspecify.annotations.NullMarked;
