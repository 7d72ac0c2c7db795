/**
 * The users who may pass the gateway, with their roles and salted password hashes, in a file that the command line
 * writes and the gateway reads. Needs nothing but the JDK, because the launcher, outside the container, uses it as
 * well.
 */
@NullMarked
package io.precinct.http.users;

import org.jspecify.annotations.NullMarked;
