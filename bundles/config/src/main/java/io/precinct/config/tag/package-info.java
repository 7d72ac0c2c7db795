/** Tags: early ones become values while configuration is loaded, late ones inert nodes. */
@NullMarked
package io.precinct.config.tag;

import org.jspecify.annotations.NullMarked;
