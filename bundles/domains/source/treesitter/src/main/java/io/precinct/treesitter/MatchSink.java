package io.precinct.treesitter;

/** Receives the matches of a query. */
@FunctionalInterface
public interface MatchSink {
    /**
     * Receives one match.
     *
     * @param match valid during this call only
     * @return whether more are wanted
     */
    boolean match(CurrentMatch match);
}
