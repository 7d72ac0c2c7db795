package io.precinct.cases.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the texts of a question are found without looking at very many. A search in an index costs what the rarest of its exact
 * words costs, and what all of its beginnings cost together; so a word that is in very many texts is looked up as it is and
 * not as a beginning, and where all words are in very many texts the cases that changed last are looked at instead, of which
 * enough will have them.
 *
 * @param index tsquery that the index is asked, or null if the latest cases are looked at
 * @param filter tsquery that what is found has to meet
 * @param candidates most texts that are taken from the index
 * @param whole false if there may be texts that are not found so
 */
record TextCondition(@Nullable String index, String filter, int candidates, boolean whole) {
    /** Texts that are weighed for a match of words: cases, and as many notes. */
    static final int MOST = 500;

    /** Texts that are read for a phrase, of which the index knows the words only. */
    private static final int MOST_CANDIDATES = 2_000;

    /** Beginnings of words in more texts than this, all of a question together, are gathered too slowly. */
    private static final int MOST_BEGUN = 10_000;

    /** Words in more texts than this are too slowly gone through. */
    private static final int MOST_SCANNED = 100_000;

    /** A prefix of one letter would be a large part of all words. */
    private static final int SHORTEST_PREFIX = 2;

    /** Texts with all of these words side by side, as {@code phrase} says. */
    static TextCondition phrase(String phrase, List<String> words, WordCounts counts) {
        long rarest = words.stream().mapToLong(counts::of).min().orElse(0);
        if (rarest > MOST_SCANNED) {
            return latest(phrase);
        }
        boolean one = words.size() == 1;
        return new TextCondition(
                all(words.stream().map(TextCondition::quoted).toList()),
                phrase,
                one ? MOST : MOST_CANDIDATES,
                one || rarest <= MOST_CANDIDATES);
    }

    /** Texts that have words which begin with all of these. */
    static TextCondition beginnings(List<String> beginnings, WordCounts counts) {
        var index = new ArrayList<String>();
        var met = new ArrayList<String>();
        long rarest = Long.MAX_VALUE;
        long gathered = 0;
        List<String> rarestFirst = beginnings.stream()
                .sorted(Comparator.comparingLong(counts::beginning))
                .toList();
        for (String word : rarestFirst) {
            long begun = counts.beginning(word);
            long exact = counts.of(word);
            gathered += begun;
            boolean few = gathered <= MOST_BEGUN;
            if (few) {
                index.add(begun(word));
                rarest = Math.min(rarest, begun);
            } else if (exact > 0) {
                index.add(quoted(word));
                rarest = Math.min(rarest, exact);
            }
            met.add(few || exact == 0 ? begun(word) : quoted(word));
        }
        String filter = all(rarestFirst.stream().map(TextCondition::begun).toList());
        if (rarest > MOST_SCANNED) {
            return latest(filter);
        }
        boolean direct = index.equals(met);
        boolean whole = filter.equals(all(met)) && (direct || rarest <= MOST_CANDIDATES);
        return new TextCondition(all(index), all(met), direct ? MOST : MOST_CANDIDATES, whole);
    }

    /** Texts that have one of each of these lists of words. */
    static TextCondition anyOfEach(List<List<String>> choices, int most, WordCounts counts) {
        String query = all(choices.stream()
                .map(words -> words.stream().map(TextCondition::quoted).collect(Collectors.joining(" | ", "(", ")")))
                .toList());
        long rarest = choices.stream()
                .mapToLong(words -> words.stream().mapToLong(counts::of).sum())
                .min()
                .orElse(0);
        return rarest > MOST_SCANNED ? latest(query) : new TextCondition(query, query, most, true);
    }

    private static TextCondition latest(String filter) {
        return new TextCondition(null, filter, MOST, false);
    }

    private static String all(List<String> terms) {
        return String.join(" & ", terms);
    }

    private static String begun(String word) {
        return word.length() < SHORTEST_PREFIX ? quoted(word) : quoted(word) + ":*";
    }

    private static String quoted(String word) {
        return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
