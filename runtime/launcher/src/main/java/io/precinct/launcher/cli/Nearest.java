package io.precinct.launcher.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The name that was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The candidate with the fewest edits to {@code name}, where they are few against its length. */
    public static Optional<String> to(String name, Collection<String> candidates) {
        int bound = Math.max(2, name.length() / 3);
        return candidates.stream()
                .filter(candidate -> edits(name, candidate) <= bound)
                .min(Comparator.comparingInt(candidate -> edits(name, candidate)));
    }

    /** {@code ; did you mean 'x'?} or nothing, to end a message with. */
    public static String hint(String name, Collection<String> candidates) {
        return to(name, candidates)
                .map(candidate -> "; did you mean " + candidate + "?")
                .orElse("");
    }

    /** Levenshtein distance. */
    private static int edits(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(previous[j - 1] + change, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
