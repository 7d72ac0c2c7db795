/**
 * The tool proxy. The endpoint takes messages of the protocol; a catalogue follows what is deployed; each call is a request
 * of its own through the chain of its route.
 */
@NullMarked
package io.precinct.tools;

import org.jspecify.annotations.NullMarked;
