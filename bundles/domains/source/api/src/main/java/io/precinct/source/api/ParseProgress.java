package io.precinct.source.api;

/**
 * How far the files of a commit are parsed, while not all of them are. Files are those that have a language.
 *
 * @param done files about which everything is known
 * @param total all of them, or -1 while they are not counted yet
 * @since 1.3
 */
public record ParseProgress(long done, long total) {
    /** What {@link ResultPage#truncated} says of a list that lacks what is in files not parsed yet. */
    public static final String REASON = "parsing";
}
