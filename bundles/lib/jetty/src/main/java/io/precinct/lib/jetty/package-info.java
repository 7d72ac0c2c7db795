/** Jetty's HTTP/1 connections, with a strict check of the request line. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.lib.jetty;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
