/**
 * Parsers for files that declare dependencies: Maven, npm, Go, Compose, Kubernetes. They depend only on texts and
 * paths.
 */
@NullMarked
package io.precinct.dependencies.importer.read;

import org.jspecify.annotations.NullMarked;
