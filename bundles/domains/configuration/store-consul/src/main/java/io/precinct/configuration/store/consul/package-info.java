/** Parameter stores in Consul. */
@NullMarked
package io.precinct.configuration.store.consul;

import org.jspecify.annotations.NullMarked;
