/** Reading and writing YAML 1.2, as a tree of nodes with locations. */
@NullMarked
package io.precinct.config.yaml;

import org.jspecify.annotations.NullMarked;
