/** YAML 1.2 as a tree of nodes that know where they stand. */
@NullMarked
package io.precinct.config.yaml;

import org.jspecify.annotations.NullMarked;
