package io.precinct.source.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What somebody who misspelled a key probably meant. */
final class Nearest {
    private static final int LONGEST = 100;

    private Nearest() {}

    /** A hint for an unknown key: the one it is like, else all there are. */
    static String hint(String given, Collection<String> known) {
        return of(given, known)
                .map(near -> "did you mean \"" + near + "\"?")
                .orElseGet(() -> "there are " + String.join(", ", known));
    }

    private static Optional<String> of(String given, Collection<String> known) {
        if (given.length() > LONGEST) {
            return Optional.empty();
        }
        String folded = given.toLowerCase(Locale.ROOT).replace('-', '_');
        int most = Math.max(1, given.length() / 3);
        return known.stream()
                .filter(name -> distance(folded, name) <= most)
                .min(Comparator.comparingInt((String name) -> distance(folded, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Insertions, deletions and replacements that make one of the other. */
    private static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        java.util.Arrays.setAll(above, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
