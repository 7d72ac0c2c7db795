/** Lists of cases: criteria, keyset pagination over the indexes, totals from the statistics. */
@NullMarked
package io.precinct.cases.query;

import org.jspecify.annotations.NullMarked;
