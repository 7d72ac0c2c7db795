package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * Selects lines of text.
 *
 * @param text the searched text, not empty and without a line break
 * @param regex whether {@code text} is a regular expression in the syntax of RE2; otherwise it is literal
 * @param caseSensitive whether upper and lower case differ
 * @param word whether a match begins and ends at word boundaries ({@code [0-9A-Za-z_]})
 * @param path file, folder or glob; null for all
 * @param lang language of the files; null for all files
 * @since 1.5
 */
public record TextSelector(
        String text,
        boolean regex,
        boolean caseSensitive,
        boolean word,
        @Nullable String path,
        @Nullable String lang) {}
