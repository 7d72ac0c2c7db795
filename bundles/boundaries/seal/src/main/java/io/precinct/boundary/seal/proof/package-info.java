/**
 * Classes that make and check seals: trees, leaves, sealed documents. They depend only on plain data, neither on the
 * container nor on the chain, so that the command line checks a seal with the same classes that the service makes it
 * with.
 */
@NullMarked
package io.precinct.boundary.seal.proof;

import org.jspecify.annotations.NullMarked;
