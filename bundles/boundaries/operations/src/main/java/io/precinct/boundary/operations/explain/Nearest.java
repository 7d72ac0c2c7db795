package io.precinct.boundary.operations.explain;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name somebody may have meant. */
final class Nearest {
    private Nearest() {}

    /** The candidate with the fewest edits, where a third of the name or less is wrong; else null. */
    static @Nullable String to(String name, Collection<String> candidates) {
        String best = null;
        int fewest = name.length() / 3 + 1;
        for (String candidate : candidates) {
            int edits = edits(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (edits > 0 && edits < fewest) {
                fewest = edits;
                best = candidate;
            }
        }
        return best;
    }

    /** Levenshtein distance, one row at a time. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
