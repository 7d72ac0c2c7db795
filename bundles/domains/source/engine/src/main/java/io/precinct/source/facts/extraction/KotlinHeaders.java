package io.precinct.source.facts.extraction;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Joins the lines of Kotlin's class headers whose constructor stands on a line of its own: the parser takes that for
 * the end of the class, and its body for a call. Line breaks become spaces, so that all offsets stay the same. Without
 * state.
 */
final class KotlinHeaders {
    private static final String LANGUAGE = "kotlin";
    private static final String WORD = "constructor";
    private static final String ARGUMENTS = "[^<>{}();=]*+";

    /** From the class to the constructor, without a body or parameters between; possessive, so that it is linear. */
    private static final Pattern HEADER = Pattern.compile(
            "\\bclass\\s++[\\w$`\\x80-\\xFF]++(?:\\s*+<" + ARGUMENTS + "(?:<" + ARGUMENTS + ">" + ARGUMENTS + ")*+>)?+"
                    + "(?:\\s++(?:@[\\w.:]++(?:\\([^()\\n]*+\\))?+|private|internal|protected|public))*+\\s++" + WORD
                    + "\\s*+\\(");

    private KotlinHeaders() {}

    /**
     * The text with such lines joined.
     *
     * @param language by its name
     * @return the same array if there are none
     */
    static byte[] joined(String language, byte[] utf8) {
        if (!language.equals(LANGUAGE)) {
            return utf8;
        }
        String text = new String(utf8, StandardCharsets.ISO_8859_1);
        if (!text.contains(WORD)) {
            return utf8;
        }
        byte[] joined = utf8;
        Matcher headers = HEADER.matcher(text);
        while (headers.find()) {
            for (int i = headers.start(); i < headers.end(); i++) {
                if (utf8[i] == '\n' || utf8[i] == '\r') {
                    joined = joined == utf8 ? utf8.clone() : joined;
                    joined[i] = ' ';
                }
            }
        }
        return joined;
    }
}
