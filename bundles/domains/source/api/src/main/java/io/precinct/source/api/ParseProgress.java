package io.precinct.source.api;

/**
 * How far the files of a commit are parsed, while not all of them are. Only files with a language count.
 *
 * @param done files about which everything is known
 * @param total all of them, or -1 while they are not counted yet
 * @since 1.3
 */
public record ParseProgress(long done, long total) {
    /** The value of {@link ResultPage#truncated} for a list that lacks the content of files not parsed yet. */
    public static final String REASON = "parsing";
}
