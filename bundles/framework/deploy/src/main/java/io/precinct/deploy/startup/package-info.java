/**
 * The order of the start, until the instance may report that it is ready: {@code swap} brings back what served, then
 * {@code folder} looks at what lies in the watched folder. In the mode {@code check}, only what a check needs is
 * started.
 */
@NullMarked
package io.precinct.deploy.startup;

import org.jspecify.annotations.NullMarked;
