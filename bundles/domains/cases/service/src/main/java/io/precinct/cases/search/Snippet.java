package io.precinct.cases.search;

import java.util.List;
import java.util.Locale;

/** Extracts a short piece of a text around a match, on one line. */
final class Snippet {
    private static final int BEFORE = 50;
    private static final int LENGTH = 160;

    private Snippet() {}

    /**
     * Returns the piece around the first occurrence of {@code phrase}, or else of the beginning of a word; or else the
     * beginning of the text.
     */
    static String of(String text, String phrase, List<String> words) {
        int at = Math.max(0, find(text.toLowerCase(Locale.ROOT), phrase, words));
        int from = Math.max(0, Math.min(at, text.length()) - BEFORE);
        int to = Math.min(text.length(), from + LENGTH);
        if (from > 0 && Character.isLowSurrogate(text.charAt(from))) {
            from++;
        }
        if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
            to--;
        }
        String piece = text.substring(from, to).replaceAll("\\s+", " ").strip();
        return (from > 0 ? "…" : "") + piece + (to < text.length() ? "…" : "");
    }

    /** Returns true if {@code text} contains the phrase or the beginning of one of the words. */
    static boolean holds(String text, String phrase, List<String> words) {
        return find(text.toLowerCase(Locale.ROOT), phrase, words) >= 0;
    }

    private static int find(String lower, String phrase, List<String> words) {
        int at = lower.indexOf(phrase.toLowerCase(Locale.ROOT));
        if (at >= 0) {
            return at;
        }
        // tries the longest beginning of a word first: a misspelled word shares most of it
        for (String word :
                words.stream().sorted((a, b) -> b.length() - a.length()).toList()) {
            for (int length = word.length(); length >= Math.min(3, word.length()); length--) {
                int found = lower.indexOf(word.substring(0, length));
                if (found >= 0) {
                    return found;
                }
            }
        }
        return -1;
    }
}
