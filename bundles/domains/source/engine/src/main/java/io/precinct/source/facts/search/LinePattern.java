package io.precinct.source.facts.search;

import io.precinct.lib.re2j.BadPattern;
import io.precinct.lib.re2j.LinearPattern;
import io.precinct.lib.re2j.Patterns;
import io.precinct.lib.re2j.RequiredText;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.TextSelector;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.LoopWatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of a search line by line, or through a whole text. Literal text is found by the JVM's searches, which look
 * at many bytes at a time, a regular expression in time linear in the line or text. Immutable and thread-safe.
 */
final class LinePattern {
    /** Characters beyond ASCII that differ from an ASCII one only in case: the Kelvin sign and the long s. */
    private static final List<String> CASES_OF_ASCII = List.of(latin("\u212A"), latin("\u017F"));

    /** How long one text may be searched for a regular expression. */
    private static final Duration TIME = Duration.ofSeconds(2);

    private static final String LINE_BY_LINE =
            ", but lines are searched one by one, without their ends; multiline=true searches whole texts";

    /** The matches of a line that are kept; one line may have a million. */
    static final int MOST_OF_LINE = 100;

    private final RequiredText required;
    private final @Nullable String literal;
    private final boolean caseSensitive;
    private final boolean word;
    private final boolean multiline;
    private final @Nullable LinearPattern pattern;

    /**
     * @param literal null for a regular expression; its bytes as Latin-1, in lower case if case does not matter
     * @param multiline whether matches may go over several lines
     * @param pattern null if the literal text needs none
     */
    private LinePattern(
            RequiredText required,
            @Nullable String literal,
            boolean caseSensitive,
            boolean word,
            boolean multiline,
            @Nullable LinearPattern pattern) {
        this.required = required;
        this.literal = literal;
        this.caseSensitive = caseSensitive;
        this.word = word;
        this.multiline = multiline;
        this.pattern = pattern;
    }

    /**
     * The pattern of a selector.
     *
     * @throws SourceFault 422 {@code bad_query} with the {@code offset} of what is wrong, in characters
     */
    static LinePattern of(TextSelector selector) {
        String text = selector.text();
        if (text.isEmpty()) {
            throw bad("is empty", 0);
        }
        if (selector.multiline()) {
            return selector.regex() ? expression(selector, text) : expression(selector, quoted(text, selector.word()));
        }
        int end = text.indexOf('\n');
        if (end >= 0) {
            throw bad("has a line break" + LINE_BY_LINE, end);
        }
        return selector.regex() ? expression(selector, text) : literal(selector);
    }

    private static LinePattern expression(TextSelector selector, String expression) {
        try {
            String text = closed(expression);
            LinearPattern as = new Patterns().compile(text);
            String never = selector.multiline() ? null : as.neverInLine();
            if (never != null) {
                throw bad(never + LINE_BY_LINE, Math.max(0, text.indexOf("\\n")));
            }
            String word = selector.word() && selector.regex() ? "\\b(?:" + text + ")\\b" : text;
            String flags = (selector.caseSensitive() ? "" : "i") + (selector.multiline() ? "m" : "");
            String meant = flags.isEmpty() ? word : "(?" + flags + ":" + word + ")";
            LinearPattern pattern = meant.equals(text) ? as : new Patterns().compile(meant);
            return new LinePattern(
                    pattern.required(), null, selector.caseSensitive(), false, selector.multiline(), pattern);
        } catch (BadPattern e) {
            throw bad(e.getMessage(), e.offset());
        }
    }

    /** The pattern of a literal text; as a word, it has no character of a word beside it. */
    private static String quoted(String text, boolean word) {
        return word
                ? beside(text.charAt(0)) + Pattern.quote(text) + beside(text.charAt(text.length() - 1))
                : Pattern.quote(text);
    }

    /** What holds between a character and one that is of no word. */
    private static String beside(char end) {
        return end < 0x80 && isOfWord((byte) end) ? "\\b" : "\\B";
    }

    /** The same expression, with an end of what it quotes. */
    private static String closed(String text) {
        int quote = text.lastIndexOf("\\Q");
        boolean open = quote >= 0 && text.indexOf("\\E", quote + 2) < 0;
        int escapes = 0;
        while (open && quote - escapes > 0 && text.charAt(quote - escapes - 1) == '\\') {
            escapes++;
        }
        return open && escapes % 2 == 0 ? text + "\\E" : text;
    }

    private static LinePattern literal(TextSelector selector) {
        String text = selector.text();
        var required = new RequiredText.OneText(List.of(text));
        if (selector.caseSensitive()) {
            return new LinePattern(required, latin(text), true, selector.word(), false, null);
        }
        try {
            LinearPattern pattern = new Patterns().compile("(?i:" + Pattern.quote(text) + ")");
            boolean ascii = text.chars().allMatch(c -> c < 0x80);
            return new LinePattern(required, ascii ? lower(latin(text)) : null, false, selector.word(), false, pattern);
        } catch (BadPattern e) {
            throw bad(e.getMessage(), 0);
        }
    }

    private static SourceFault bad(@Nullable String why, int offset) {
        return SourceFault.of(422, "bad_query", "the text to search for " + why, "offset", Math.max(0, offset));
    }

    /** What a text must contain to be worth searching. */
    RequiredText required() {
        return required;
    }

    /** Receives the lines with matches. */
    interface Found {
        /**
         * A line in which matches begin.
         *
         * @param from its first byte
         * @param to behind its last, before its line break
         * @param matches first byte and end of each, in order; at most {@value LinePattern#MOST_OF_LINE}
         * @param more whether the line has further ones
         * @return whether to continue
         */
        boolean line(int from, int to, int[] matches, boolean more);

        /** A part of the text that is too large to be searched for this pattern. */
        void unsearched(int from, int to);
    }

    /**
     * Visits the lines of a text that match.
     *
     * @throws Stopped if the watch ends it
     */
    void search(byte[] utf8, LoopWatch watch, Found found) throws Stopped {
        search(utf8, TIME, watch, found);
    }

    /** @param time after which what is left of the text is unsearched, for a regular expression */
    void search(byte[] utf8, Duration time, LoopWatch watch, Found found) throws Stopped {
        var patience = new Patience(watch, System.nanoTime() + time.toNanos());
        String text = literal == null ? null : new String(utf8, StandardCharsets.ISO_8859_1);
        if (multiline) {
            searchWhole(utf8, patience, found);
        } else if (text == null || (!caseSensitive && CASES_OF_ASCII.stream().anyMatch(text::contains))) {
            searchLines(utf8, patience, watch, found);
        } else {
            searchLiteral(utf8, caseSensitive ? text : lower(text), watch, found);
        }
    }

    private void searchLiteral(byte[] utf8, String text, LoopWatch watch, Found found) throws Stopped {
        String what = literal;
        if (what == null) {
            return;
        }
        var matches = new Matches();
        int at = text.indexOf(what);
        while (at >= 0) {
            int from = text.lastIndexOf('\n', at) + 1;
            int newline = text.indexOf('\n', at);
            int next = newline < 0 ? text.length() : newline;
            matches.clear();
            while (at >= 0 && at < next && !matches.more) {
                watch.step();
                boolean meant = !word || isWord(utf8, from, next, at, at + what.length());
                if (meant) {
                    matches.add(at, at + what.length());
                }
                at = text.indexOf(what, meant ? at + what.length() : at + 1);
            }
            if (!matches.isEmpty() && !found.line(from, end(utf8, from, next), matches.get(), matches.more)) {
                return;
            }
            if (matches.more) {
                at = text.indexOf(what, next);
            }
        }
    }

    private void searchLines(byte[] utf8, Patience patience, LoopWatch watch, Found found) throws Stopped {
        LinearPattern each = pattern;
        if (each == null) {
            return;
        }
        var matches = new Matches();
        int from = 0;
        while (from < utf8.length) {
            watch.step();
            int next = from;
            while (next < utf8.length && utf8[next] != '\n') {
                next++;
            }
            int to = end(utf8, from, next);
            matches.clear();
            int begin = from;
            boolean searched = each.visit(utf8, from, to, patience, (start, end) -> {
                if (!word || isWord(utf8, begin, to, start, end)) {
                    matches.add(start, end);
                }
                return !matches.more;
            });
            patience.check();
            if (patience.late) {
                found.unsearched(from, utf8.length);
                return;
            }
            if (!searched) {
                found.unsearched(from, to);
            }
            if (!matches.isEmpty() && !found.line(from, to, matches.get(), matches.more)) {
                return;
            }
            from = next + 1;
        }
    }

    private void searchWhole(byte[] utf8, Patience patience, Found found) throws Stopped {
        LinearPattern whole = pattern;
        var line = new FirstLine(utf8, found);
        int from = 0;
        while (whole != null && from < utf8.length && line.on) {
            line.full = false;
            boolean searched = whole.visit(utf8, from, utf8.length, patience, line::add);
            patience.check();
            line.end();
            if (!searched) {
                found.unsearched(Math.max(from, line.from), utf8.length);
            }
            // A line with too many matches ends the visit, which goes on behind it.
            from = searched && line.full ? line.next + 1 : utf8.length;
        }
    }

    /** How long a text may be searched. Once it is over, it stays so. */
    private static final class Patience implements BooleanSupplier {
        private final LoopWatch watch;
        private final long end;
        private boolean given;
        private boolean late;

        Patience(LoopWatch watch, long end) {
            this.watch = watch;
            this.end = end;
        }

        @Override
        public boolean getAsBoolean() {
            given |= watch.isGivenUp();
            late |= System.nanoTime() - end >= 0;
            return given || late;
        }

        /** Ends the search if nobody waits for it. */
        void check() throws Stopped {
            if (given) {
                throw new Stopped("timeout");
            }
        }
    }

    /** Collects the matches that begin on the same line. */
    private static final class FirstLine {
        private final byte[] utf8;
        private final Found found;
        private final Matches matches = new Matches();
        private int from;
        /** The line break behind the line, or the end of the text; -1 before the first match. */
        private int next = -1;
        /** Whether further matches of the line are left out. */
        private boolean full;

        private boolean on = true;

        FirstLine(byte[] utf8, Found found) {
            this.utf8 = utf8;
            this.found = found;
        }

        boolean add(int start, int end) {
            if (start > next) {
                end();
                from = start;
                while (from > 0 && utf8[from - 1] != '\n') {
                    from--;
                }
                next = start;
                while (next < utf8.length && utf8[next] != '\n') {
                    next++;
                }
            }
            if (on) {
                matches.add(start, end);
            }
            full = matches.more;
            return on && !full;
        }

        /** Gives the line away. */
        void end() {
            if (on && !matches.isEmpty()) {
                on = found.line(from, LinePattern.end(utf8, from, next), matches.get(), matches.more);
            }
            matches.clear();
        }
    }

    /** The end of what is searched of a line: carriage returns at its end belong to that, also without a newline. */
    private static int end(byte[] utf8, int from, int newline) {
        int end = newline;
        while (end > from && utf8[end - 1] == '\r') {
            end--;
        }
        return end;
    }

    private static boolean isWord(byte[] utf8, int from, int to, int start, int end) {
        return (start == from || !isOfWord(utf8[start - 1])) && (end >= to || !isOfWord(utf8[end]));
    }

    private static boolean isOfWord(byte one) {
        return one == '_' || (one >= '0' && one <= '9') || (one >= 'A' && one <= 'Z') || (one >= 'a' && one <= 'z');
    }

    private static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Lowers the case of ASCII characters only; the length stays the same. */
    private static String lower(String latin) {
        byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] >= 'A' && bytes[i] <= 'Z') {
                bytes[i] += 32;
            }
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Collects the first matches of a line. */
    private static final class Matches {
        private int[] all = new int[8];
        private int count;
        private boolean more;

        void clear() {
            count = 0;
            more = false;
        }

        void add(int start, int end) {
            if (count == 2 * MOST_OF_LINE) {
                more = true;
                return;
            }
            if (count == all.length) {
                all = Arrays.copyOf(all, 2 * count);
            }
            all[count++] = start;
            all[count++] = end;
        }

        boolean isEmpty() {
            return count == 0;
        }

        int[] get() {
            return Arrays.copyOf(all, count);
        }
    }
}
