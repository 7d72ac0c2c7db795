package io.precinct.source.endpoints;

import io.precinct.rest.api.Form;
import io.precinct.source.api.SourceFault;
import org.jspecify.annotations.Nullable;

/**
 * Which lines of a file are asked for, from 1, inclusive.
 *
 * @param from first line, or null for the first there is
 * @param to last line, or null for the last there is
 */
// @req:source-files-range
public record LineRange(@Nullable Long from, @Nullable Long to) {
    /** Reads {@code from} and {@code to}; faults go into {@code query}. */
    static LineRange read(Form query) {
        Long from = query.integer("from", 1, Long.MAX_VALUE);
        Long to = query.integer("to", 1, Long.MAX_VALUE);
        if (from != null && to != null && from > to) {
            query.fault("to", "bounds", "to is not before from", null);
        }
        return new LineRange(from, to);
    }

    /** True where the whole file is asked for. */
    public boolean whole() {
        return from == null && to == null;
    }

    /** The first line. */
    public int first() {
        return from == null ? 1 : (int) Math.min(from, Integer.MAX_VALUE);
    }

    /** The last line of a file of this many lines, at most what is asked for. */
    public int last(int total) {
        return to == null ? total : (int) Math.min(to, total);
    }

    /**
     * Holds the range against a file.
     *
     * @throws SourceFault 416 {@code range_not_satisfiable}, where it begins past the end
     */
    public void within(int total) {
        if (from != null && from > total) {
            throw SourceFault.of(
                    416,
                    "range_not_satisfiable",
                    "line " + from + " is past the end of the file, which has " + total + " lines",
                    "total",
                    total);
        }
    }
}
