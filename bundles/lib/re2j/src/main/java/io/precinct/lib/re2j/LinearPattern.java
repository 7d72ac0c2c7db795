package io.precinct.lib.re2j;

import com.google.re2j.LineMatch;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.RequiredTexts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression whose search takes time linear in the length of the text (RE2/J). Linear time alone is no bound.
 * Therefore the cost per character is limited when the pattern is compiled ({@link Patterns}), and the cost of a search
 * when it runs. Immutable and thread-safe.
 */
public final class LinearPattern {
    /**
     * Most work of a search: steps of the pattern times characters of the text. 1 MiB of text allows up to 127 steps.
     */
    private static final long MOST_WORK = 1L << 27;

    private final Pattern pattern;

    LinearPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Whether the pattern is found anywhere in a text.
     *
     * @param beyondWork the answer for a text too large to be searched for this pattern
     */
    public boolean find(String text, boolean beyondWork) {
        return isTooMuch(text.length()) ? beyondWork : pattern.matcher(text).find();
    }

    /**
     * Whether the pattern is found anywhere in a part of a text.
     *
     * @param utf8 the text
     * @param from first byte of the part
     * @param to the byte after its last
     * @param beyondWork the answer for a part too large to be searched for this pattern
     */
    public boolean find(byte[] utf8, int from, int to, boolean beyondWork) {
        return isTooMuch(to - from)
                ? beyondWork
                : pattern.matcher(Arrays.copyOfRange(utf8, from, to)).find();
    }

    /**
     * A place where the pattern was found.
     *
     * @param start the first byte
     * @param end the byte after the last one
     * @param groups the named groups that took part, by their names
     */
    public record Found(int start, int end, Map<String, Span> groups) {
        /**
         * A group that takes part in every match of the pattern.
         *
         * @throws IllegalStateException if the group did not take part
         */
        public Span group(String name) {
            Span span = groups.get(name);
            if (span == null) {
                throw new IllegalStateException("the group " + name + " took no part, there are " + groups.keySet());
            }
            return span;
        }
    }

    /** Bytes of a text. */
    public record Span(int start, int end) {}

    /**
     * All non-overlapping places in a part of a text where the pattern is found, in the order of the text. Empty
     * matches are left out.
     *
     * @param utf8 the text
     * @param from first byte of the part
     * @param to the byte after its last
     * @return an empty list if the part is too large to be searched for this pattern
     */
    public List<Found> all(byte[] utf8, int from, int to) {
        if (isTooMuch(to - from)) {
            return List.of();
        }
        var all = new ArrayList<Found>();
        Matcher matcher = pattern.matcher(Arrays.copyOfRange(utf8, from, to));
        while (matcher.find()) {
            if (matcher.end() > matcher.start()) {
                var groups = new HashMap<String, Span>();
                for (String name : groups()) {
                    if (matcher.start(name) >= 0) {
                        groups.put(name, new Span(from + matcher.start(name), from + matcher.end(name)));
                    }
                }
                all.add(new Found(from + matcher.start(), from + matcher.end(), groups));
            }
        }
        return all;
    }

    /**
     * Receives places one by one.
     *
     * @since 1.3
     */
    @FunctionalInterface
    public interface Places {
        /**
         * A place.
         *
         * @param start its first byte
         * @param end the byte after its last one
         * @return whether to search on
         */
        boolean found(int start, int end);
    }

    /**
     * Visits the same places as {@link #all} without collecting them: one line may have a million. Each search for the
     * next place is linear in the rest of the part, so all together may be quadratic.
     *
     * @param givenUp asked before each search for the next place; true ends it
     * @return false if the part was given up, or is too large to be searched for this pattern
     * @since 1.4
     */
    public boolean visit(byte[] utf8, int from, int to, BooleanSupplier givenUp, Places places) {
        if (isTooMuch(to - from)) {
            return false;
        }
        Matcher matcher = pattern.matcher(Arrays.copyOfRange(utf8, from, to));
        boolean on = true;
        while (on) {
            if (givenUp.getAsBoolean()) {
                return false;
            }
            if (!matcher.find()) {
                return true;
            }
            on = matcher.end() == matcher.start() || places.found(from + matcher.start(), from + matcher.end());
        }
        return true;
    }

    /**
     * Why this pattern is found in no line, if a line is searched without its end: {@code \n} and, before it, {@code \r}.
     *
     * @return a predicate whose subject is the pattern, or null if it may be found
     * @since 1.4
     */
    public @Nullable String neverInLine() {
        return LineMatch.neverIn(pattern.pattern());
    }

    /** The text that is contained in every text in which this pattern is found. */
    public RequiredText required() {
        return RequiredTexts.of(pattern.pattern());
    }

    /** The names of the groups of the pattern. */
    public Set<String> groups() {
        return pattern.namedGroups().keySet();
    }

    private boolean isTooMuch(int length) {
        return (long) length * pattern.programSize() > MOST_WORK;
    }

    @Override
    public String toString() {
        return pattern.pattern();
    }
}
