/** What a repository holds, as other tools read it. */
@NullMarked
package io.precinct.source.endpoints.export;

import org.jspecify.annotations.NullMarked;
