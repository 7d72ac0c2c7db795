package io.precinct.source.endpoints;

import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.source.api.SourceFault;
import org.jspecify.annotations.Nullable;

/**
 * The requested lines of a file, from 1, inclusive.
 *
 * @param from first line, or null for that of the file
 * @param to last line, or null for that of the file
 */
// @req:source-files-range
public record LineRange(@Nullable Long from, @Nullable Long to) {
    private static final Field<@Nullable Long> FROM =
            Field.integer("from", 1, Long.MAX_VALUE).describedAs("The first line, from 1.");
    private static final Field<@Nullable Long> TO =
            Field.integer("to", 1, Long.MAX_VALUE).describedAs("The last line.");

    /** The parameters, and the answer to a range that begins after the end. */
    static final Contract CONTRACT = Field.query(FROM, TO)
            .and(Contract.of(Answer.of(416, "The first line is past the end of the file.", SourceDocuments.REFUSAL)));

    /** Reads {@code from} and {@code to}; faults go into {@code query}. */
    static LineRange read(Form query) {
        Long from = FROM.in(query);
        Long to = TO.in(query);
        if (from != null && to != null && from > to) {
            query.fault("to", "bounds", "to is not before from", null);
        }
        return new LineRange(from, to);
    }

    /** Whether the whole file is requested. */
    public boolean whole() {
        return from == null && to == null;
    }

    /** The first line. */
    public int first() {
        return from == null ? 1 : (int) Math.min(from, Integer.MAX_VALUE);
    }

    /** The last requested line of a file of this many lines. */
    public int last(int total) {
        return to == null ? total : (int) Math.min(to, total);
    }

    /** The parameters of an address for the same lines, after others; empty for the whole file. */
    public String query() {
        return (from == null ? "" : "&from=" + from) + (to == null ? "" : "&to=" + to);
    }

    /** How many lines of a file of this many lines are requested. */
    public int count(int total) {
        return last(total) - first() + 1;
    }

    /**
     * Checks the range against a file.
     *
     * @param total lines of the file
     * @throws SourceFault 416 {@code range_not_satisfiable} if the range begins after the end
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
