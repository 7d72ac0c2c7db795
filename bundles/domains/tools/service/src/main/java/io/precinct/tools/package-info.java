/**
 * The tool proxy. An endpoint handles messages of the protocol, a catalogue follows the deployed tools, and each call
 * is a separate request through the chain of its route.
 */
@NullMarked
package io.precinct.tools;

import org.jspecify.annotations.NullMarked;
