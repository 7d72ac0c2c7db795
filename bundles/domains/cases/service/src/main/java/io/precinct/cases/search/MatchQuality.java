package io.precinct.cases.search;

import java.util.Locale;

/** How well a text matches a query, best first. */
enum MatchQuality {
    /** The text contains the words side by side. */
    PHRASE(0.75),
    /** The text contains words that begin with each of the query words. */
    PREFIX(0.5),
    /** The text contains forms of all query words. */
    FULLTEXT(0.25),
    /** The text contains words with a similar spelling. */
    TRIGRAM(0.0);

    private static final double WIDTH = 0.25;

    private final double least;

    MatchQuality(double least) {
        this.least = least;
    }

    /** Returns the name used in responses. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the score with four decimals. It is higher than any score of a worse match.
     *
     * @param rank from 0 to 1
     */
    double score(double rank) {
        return Math.round((least + WIDTH * Math.clamp(rank, 0, 0.999)) * 10_000) / 10_000.0;
    }
}
