/** Readers of files that say what depends on what: Maven, npm, Go, Compose, Kubernetes. They know texts and paths only. */
@NullMarked
package io.precinct.dependencies.importer.read;

import org.jspecify.annotations.NullMarked;
