package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * Selects lines of text.
 *
 * @param text the searched text, not empty; without a line break unless {@code multiline}
 * @param regex whether {@code text} is a regular expression in the syntax of RE2; otherwise it is literal
 * @param caseSensitive whether upper and lower case differ
 * @param word whether a match begins and ends at word boundaries ({@code [0-9A-Za-z_]})
 * @param path file, folder or glob; null for all
 * @param lang language of the files; null for all files
 * @param multiline whether a match may go over several lines; {@code ^} and {@code $} still stand for the beginning and
 *     the end of a line
 * @since 1.5; multiline since 1.8
 */
public record TextSelector(
        String text,
        boolean regex,
        boolean caseSensitive,
        boolean word,
        @Nullable String path,
        @Nullable String lang,
        boolean multiline) {
    /** Selects matches within lines. */
    public TextSelector(
            String text,
            boolean regex,
            boolean caseSensitive,
            boolean word,
            @Nullable String path,
            @Nullable String lang) {
        this(text, regex, caseSensitive, word, path, lang, false);
    }
}
