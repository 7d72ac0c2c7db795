package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.Bytes;
import io.precinct.source.facts.extraction.DamagedFacts;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Ascending numbers of files as bytes: the last one, then the differences. Appending never reads the earlier ones. */
final class Postings {
    private Postings() {}

    /**
     * Appends numbers.
     *
     * @param more ascending, all greater than the known ones
     */
    static byte[] append(byte @Nullable [] known, int[] more) {
        int last = 0;
        byte[] differences = new byte[0];
        if (known != null) {
            var in = new Bytes.Reader(known);
            last = in.number();
            differences = in.rest();
        }
        var out = new Bytes.Writer(differences.length + 5 * more.length + 5);
        out.number(more[more.length - 1]);
        out.append(differences, differences.length);
        for (int id : more) {
            if (id < last) {
                throw new IllegalArgumentException("numbers of files ascend, got " + id + " after " + last);
            }
            out.number(id - last);
            last = id;
        }
        return out.toBytes();
    }

    /** The numbers. */
    static int[] decode(byte[] postings) {
        var in = new Bytes.Reader(postings);
        int expected = in.number();
        var ids = new int[Math.min(16, postings.length)];
        int count = 0;
        int id = 0;
        while (in.more()) {
            id += in.number();
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, count * 2);
            }
            ids[count++] = id;
        }
        if (id != expected) {
            throw new DamagedFacts("a list of files ends with " + id + " instead of " + expected);
        }
        return Arrays.copyOf(ids, count);
    }
}
