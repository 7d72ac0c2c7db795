/** Cases as files in the ingest directory, on demand and by a queue. */
@NullMarked
package io.precinct.cases.export;

import org.jspecify.annotations.NullMarked;
