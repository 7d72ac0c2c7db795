package io.precinct.config.name;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What somebody who misspelled a name probably meant. */
public final class Nearest {
    private static final int LONGEST = 200;
    private static final int MOST_SHOWN = 20;
    private static final int NEAREST_SHOWN = 3;

    private Nearest() {}

    /** The name most like {@code given}, where one is like it at all. */
    public static Optional<String> of(String given, Collection<String> names) {
        if (given.length() > LONGEST) {
            return Optional.empty();
        }
        int most = Math.max(1, given.length() / 3);
        record Candidate(String name, int distance) {}
        return names.stream()
                .filter(name -> Math.abs(name.length() - given.length()) <= most && !name.equals(given))
                .map(name -> new Candidate(name, distance(fold(given), fold(name))))
                .filter(candidate -> candidate.distance() <= most)
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** Optimal string alignment: insertions, deletions, replacements and swapped neighbours. */
    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }

    /**
     * The hint for an unknown name: the nearest one, else all there are, or of many the few that are most like it.
     *
     * @param what what all of them are called, say {@code allowed}
     */
    public static String hint(String given, Collection<String> names, String what) {
        return of(given, names).map(near -> "did you mean \"" + near + "\"?").orElseGet(() -> list(given, names, what));
    }

    private static String list(String given, Collection<String> names, String what) {
        if (names.isEmpty()) {
            return "there are none";
        }
        if (names.size() <= MOST_SHOWN) {
            return what + ": " + String.join(", ", names);
        }
        String wanted = fold(given.substring(0, Math.min(given.length(), LONGEST)));
        List<String> nearest = names.stream()
                .sorted(Comparator.<String>comparingInt(name -> distance(wanted, fold(name)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(NEAREST_SHOWN)
                .toList();
        return "nearest " + what + ": " + String.join(", ", nearest) + "; there are " + names.size();
    }
}
