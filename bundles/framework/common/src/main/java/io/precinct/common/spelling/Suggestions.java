package io.precinct.common.spelling;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Suggests names for a misspelled one. Two names are similar if their edit distance is at most a third of the given
 * name's length, or 1. Case is ignored, and {@code -} and {@code _} count as the same. Stateless.
 */
public final class Suggestions {
    private static final int LONGEST = 200;
    private static final int MOST_LISTED = 20;
    private static final int FEW = 3;

    private Suggestions() {}

    private record Candidate(String name, int distance) {}

    /** The name most similar to {@code given}, if any is similar; of equally similar ones the first in order. */
    public static Optional<String> nearest(String given, Collection<String> names) {
        return like(given, names).findFirst();
    }

    /** At most three names similar to {@code given}, the nearest first. */
    public static List<String> few(String given, Collection<String> names) {
        return like(given, names).limit(FEW).toList();
    }

    /**
     * The three names nearest to {@code given}, however different they are: first the names that contain it or are
     * contained in it, the shortest first, then the most similar names. If a name has dots, its last part is compared,
     * too.
     */
    public static List<String> closest(String given, Collection<String> names) {
        String wanted = folded(shortened(given));
        Stream<String> containing = names.stream()
                .filter(name -> folded(name).contains(wanted) || wanted.contains(folded(name)))
                .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        Stream<String> similar = names.stream()
                .map(name -> new Candidate(name, Math.min(distance(wanted, name), distance(wanted, lastPart(name)))))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .map(Candidate::name);
        return Stream.concat(containing, similar).distinct().limit(FEW).toList();
    }

    private static int distance(String wanted, String name) {
        return EditDistance.between(wanted, folded(name));
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String shortened(String given) {
        return given.substring(0, Math.min(given.length(), LONGEST));
    }

    private static Stream<String> like(String given, Collection<String> names) {
        if (given.length() > LONGEST) {
            return Stream.empty();
        }
        int most = Math.max(1, given.length() / 3);
        return byDistance(
                        given,
                        names.stream()
                                .filter(name ->
                                        Math.abs(name.length() - given.length()) <= most && !name.equals(given)))
                .filter(candidate -> candidate.distance() <= most)
                .map(Candidate::name);
    }

    private static Stream<Candidate> byDistance(String given, Stream<String> names) {
        String wanted = folded(given);
        return names.map(name -> new Candidate(name, EditDistance.between(wanted, folded(name))))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name));
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /**
     * The hint for an unknown name: the nearest name; if no name is similar, all names or, if there are many, the three
     * nearest.
     *
     * @param what what the names are called in the hint, for example {@code allowed}
     */
    public static String hint(String given, Collection<String> names, String what) {
        return nearest(given, names)
                .map(near -> "did you mean \"" + near + "\"?")
                .orElseGet(() -> list(given, names, what));
    }

    private static String list(String given, Collection<String> names, String what) {
        if (names.isEmpty()) {
            return "there are none";
        }
        if (names.size() <= MOST_LISTED) {
            return what + ": " + String.join(", ", names);
        }
        List<String> nearest = byDistance(shortened(given), names.stream())
                .limit(FEW)
                .map(Candidate::name)
                .toList();
        return "nearest " + what + ": " + String.join(", ", nearest) + "; there are " + names.size();
    }

    /** The end of a sentence, {@code ; did you mean x?}; empty if no name is similar to {@code given}. */
    public static String ending(String given, Collection<String> names) {
        return nearest(given, names).map(near -> "; did you mean " + near + "?").orElse("");
    }
}
