package io.precinct.cases.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A plan to find the texts of a query without reading very many. The cost of an index search depends on the rarest
 * exact word, and on the sum over all prefixes. So a word that occurs in very many texts is searched exactly rather
 * than as a prefix. If all words occur in very many texts, the cases that changed last are read instead; enough of them
 * will match.
 *
 * @param index the tsquery for the index, or null to read the latest cases
 * @param filter the tsquery that results must match
 * @param candidates the most texts to take from the index
 * @param whole false if this plan may miss texts
 */
record TextCondition(@Nullable String index, String filter, int candidates, boolean whole) {
    /** Most cases, and most notes, that are ranked for a match of words. */
    static final int MOST = 500;

    /** Most texts that are read for a phrase, since the index contains only the single words. */
    private static final int MOST_CANDIDATES = 2_000;

    /** If the prefixes of a query occur in more texts than this in total, collecting them is too slow. */
    private static final int MOST_BEGUN = 10_000;

    /** If a word occurs in more texts than this, going through them is too slow. */
    private static final int MOST_SCANNED = 100_000;

    /** Shortest prefix; a single letter would match a large part of all words. */
    private static final int SHORTEST_PREFIX = 2;

    /** Finds texts that contain all of these words side by side; {@code phrase} is the tsquery for that. */
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

    /** Finds texts that contain, for each of these beginnings, a word that starts with it. */
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

    /** Finds texts that contain at least one word of each list. */
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
