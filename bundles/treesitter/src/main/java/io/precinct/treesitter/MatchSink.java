package io.precinct.treesitter;

/** Takes matches. */
@FunctionalInterface
public interface MatchSink {
    /**
     * Takes one match.
     *
     * @param match valid during this call only
     * @return whether more are wanted
     */
    boolean match(CurrentMatch match);
}
