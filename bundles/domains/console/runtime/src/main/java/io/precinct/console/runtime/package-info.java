/** The view of the console that shows routes, chains, bundles and configuration as they are now. */
package io.precinct.console.runtime;
