package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
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
    private static final String TYPES = "[^<>{}();=]{0,200}+";
    private static final String ANNOTATION = "@[\\w.:]{1,100}+(?:\\([^()\\n]{0,500}+\\))?+";

    /**
     * From the row of a class, on which only words and annotations stand before it, to the constructor, without a body
     * or parameters between. A comment to the end of its row does not match. Everything is bounded, so that each word of
     * a text costs the same, whatever surrounds it.
     */
    private static final Pattern HEADER = Pattern.compile("(?m)^[ \\t]{0,200}+(?:(?:" + ANNOTATION
            + "|(?!class\\b)\\w{1,30}+)[ \\t]{1,20}+){0,20}+class[ \\t]{1,20}+[\\w$`\\x80-\\xFF]{1,200}+"
            + "(?:\\s{0,20}+<" + TYPES + "(?:<" + TYPES + ">" + TYPES + "){0,9}+>)?+"
            + "(?:\\s{1,200}+(?:" + ANNOTATION + "|private|internal|protected|public)){0,20}+"
            + "\\s{1,200}+" + WORD + "\\s{0,20}+\\(");

    private KotlinHeaders() {}

    /**
     * The text with such lines joined.
     *
     * @param language by its name
     * @return the same array if there are none
     * @throws Stopped if {@code cancelled} returned true
     */
    static byte[] joined(String language, byte[] utf8, BooleanSupplier cancelled) throws Stopped {
        if (!language.equals(LANGUAGE)) {
            return utf8;
        }
        String text = new String(utf8, StandardCharsets.ISO_8859_1);
        if (!text.contains(WORD)) {
            return utf8;
        }
        byte[] joined = utf8;
        Matcher headers = HEADER.matcher(text);
        var watch = new LoopWatch(cancelled);
        while (headers.find()) {
            watch.step();
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
