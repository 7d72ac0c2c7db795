/**
 * What makes a seal and what checks one: trees, leaves, sealed documents. It knows plain data only, neither the
 * container nor the chain, so that the command line checks a seal by the very classes that the service makes it with.
 */
@NullMarked
package io.precinct.boundary.seal.proof;

import org.jspecify.annotations.NullMarked;
