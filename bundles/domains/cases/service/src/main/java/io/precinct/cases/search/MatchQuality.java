package io.precinct.cases.search;

import java.util.Locale;

/** How well a text answers a question; the first is the best. */
enum MatchQuality {
    /** The words stand there side by side. */
    PHRASE(0.75),
    /** There are words that begin with all of these. */
    PREFIX(0.5),
    /** There are forms of all of these words. */
    FULLTEXT(0.25),
    /** Something there is written alike. */
    TRIGRAM(0.0);

    private static final double WIDTH = 0.25;

    private final double least;

    MatchQuality(double least) {
        this.least = least;
    }

    /** The name as it is served. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The score, above that of every worse match, with four decimals.
     *
     * @param rank 0 to 1
     */
    double score(double rank) {
        return Math.round((least + WIDTH * Math.clamp(rank, 0, 0.999)) * 10_000) / 10_000.0;
    }
}
