/** The console: its page and scripts, and the views of what is deployed. */
package io.precinct.console;
