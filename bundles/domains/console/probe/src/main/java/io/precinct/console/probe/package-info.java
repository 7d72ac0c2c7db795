/** The view of the console that sends requests with verification and trace, and checks their seal in the browser. */
package io.precinct.console.probe;
