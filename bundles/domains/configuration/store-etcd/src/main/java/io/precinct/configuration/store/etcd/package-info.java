/** Parameter stores in etcd. */
@NullMarked
package io.precinct.configuration.store.etcd;

import org.jspecify.annotations.NullMarked;
