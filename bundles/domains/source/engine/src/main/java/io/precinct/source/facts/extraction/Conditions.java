package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The preprocessor conditions of a text. They may cut a declaration or an expression anywhere ({@code f() #if A => 1
 * #endif ;}), where the parser does not expect them. A reading of the text has one branch of each condition, and spaces
 * instead of the other branches and of the directives, so that all offsets stay the same. Immutable.
 */
final class Conditions {
    /** Readings of a text at most: branches behind them are not looked at. */
    static final int MOST_READINGS = 6;

    /** Those of C and C++ are tied to macros, which {@link Macros} handles: branch by branch as many names are lost as won. */
    private static final Set<String> LANGUAGES = Set.of("c_sharp");

    private static final Set<String> BEGINNINGS = Set.of("if", "ifdef", "ifndef");
    private static final Set<String> BRANCHES = Set.of("elif", "elifdef", "elifndef", "else");
    private static final String END = "endif";

    /** A longer text is not read more than once: its time is limited. */
    private static final int LONGEST = 1 << 20;

    private final byte[] text;
    private final List<Directive> directives;
    /** Readings that show all branches. */
    private final int width;

    private Conditions(byte[] text, List<Directive> directives) {
        this.text = text;
        this.directives = directives;
        this.width = directives.stream()
                .mapToInt(each -> each.condition.width())
                .max()
                .orElse(0);
    }

    /** A condition, while it is read. */
    private static final class Condition {
        /** Of each branch, the readings that come before those that show it. */
        private final List<Integer> before = new ArrayList<>(List.of(0));

        /** How many readings show all that is in the last branch. */
        private int last = 1;

        int width() {
            return before.getLast() + last;
        }

        /** Begins a further branch; returns its number. */
        int branch() {
            before.add(width());
            last = 1;
            return before.size() - 1;
        }

        /** Takes a condition into the last branch. */
        void with(Condition inner) {
            last = Math.max(last, inner.width());
        }

        /** Whether a reading shows a branch; one behind all shows the last. */
        boolean shows(int branch, int reading) {
            return reading >= before.get(branch) && (branch == before.size() - 1 || reading < before.get(branch + 1));
        }
    }

    /**
     * A line that begins, separates or ends branches.
     *
     * @param end of what is hidden of it: a comment behind stays
     * @param branch that begins here, from 0; -1 if it ends its condition
     */
    private record Directive(int start, int end, Condition condition, int branch) {}

    /** A range of the text, exclusive at its end. */
    record Range(int start, int end) {}

    /**
     * Looks for conditions.
     *
     * @param language by its name
     * @return null if there are none, or if the text is too long
     * @throws Stopped if {@code cancelled} returned true
     */
    static @Nullable Conditions in(String language, byte[] text, BooleanSupplier cancelled) throws Stopped {
        if (!LANGUAGES.contains(language) || text.length > LONGEST) {
            return null;
        }
        var tokens = new MacroTokens(text);
        var directives = new ArrayList<Directive>();
        var open = new ArrayDeque<Condition>();
        var watch = new LoopWatch(cancelled);
        for (int i = 0; i < tokens.size(); i++) {
            watch.step();
            if (tokens.kind(i) == MacroTokens.DIRECTIVE) {
                add(text, tokens.start(i), tokens.end(i), open, directives);
            }
        }
        return directives.isEmpty() ? null : new Conditions(text, List.copyOf(directives));
    }

    private static void add(byte[] text, int start, int end, ArrayDeque<Condition> open, List<Directive> directives) {
        String word = word(text, start + 1, end);
        int hidden = untilComment(text, start, end);
        if (BEGINNINGS.contains(word)) {
            open.push(new Condition());
            directives.add(new Directive(start, hidden, open.peek(), 0));
        } else if (BRANCHES.contains(word) && !open.isEmpty()) {
            Condition condition = open.peek();
            directives.add(new Directive(start, hidden, condition, condition.branch()));
        } else if (word.equals(END) && !open.isEmpty()) {
            Condition condition = open.pop();
            directives.add(new Directive(start, hidden, condition, -1));
            if (!open.isEmpty()) {
                open.peek().with(condition);
            }
        }
    }

    private static String word(byte[] text, int from, int to) {
        int start = from;
        while (start < to && (text[start] == ' ' || text[start] == '\t')) {
            start++;
        }
        int end = start;
        while (end < to && text[end] >= 'a' && text[end] <= 'z') {
            end++;
        }
        return new String(text, start, end - start, StandardCharsets.US_ASCII);
    }

    private static int untilComment(byte[] text, int start, int end) {
        for (int i = start; i + 1 < end; i++) {
            if (text[i] == '/' && (text[i + 1] == '/' || text[i + 1] == '*')) {
                return i;
            }
        }
        return end;
    }

    /** How many readings show all branches, or as many as are read. */
    int readings() {
        return Math.min(MOST_READINGS, width);
    }

    /** The text in one reading, from 0: it has one branch of each condition. */
    byte[] reading(int number) {
        byte[] reading = text.clone();
        directives.forEach(each -> blank(reading, each.start, each.end));
        hidden(number).forEach(each -> blank(reading, each.start, each.end));
        return reading;
    }

    /** What the reading of this number does not show, in the order of the text; directives may count to either. */
    List<Range> hidden(int number) {
        var ranges = new ArrayList<Range>();
        int off = 0;
        int from = 0;
        // The number of the reading within the branch of each open condition; -1 if that is hidden.
        var inside = new ArrayDeque<Integer>(List.of(number));
        for (Directive each : directives) {
            boolean wasHidden = off > 0;
            if (each.branch != 0 && inside.pop() < 0) {
                off--;
            }
            if (each.branch >= 0) {
                int reading = inside.getFirst();
                boolean shows = reading >= 0 && each.condition.shows(each.branch, reading);
                inside.push(shows ? reading - each.condition.before.get(each.branch) : -1);
                off += shows ? 0 : 1;
            }
            if (wasHidden && off == 0) {
                ranges.add(new Range(from, each.start));
            } else if (!wasHidden && off > 0) {
                from = each.end;
            }
        }
        if (off > 0) {
            ranges.add(new Range(from, text.length));
        }
        return ranges;
    }

    /** Whether one of some ranges, in the order of the text, contains an offset. */
    static boolean contain(List<Range> ranges, int offset) {
        int low = 0;
        int high = ranges.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Range range = ranges.get(middle);
            if (range.end <= offset) {
                low = middle + 1;
            } else if (range.start > offset) {
                high = middle - 1;
            } else {
                return true;
            }
        }
        return false;
    }

    /** What both of two lists of ranges contain, each in the order of the text. */
    static List<Range> common(List<Range> one, List<Range> other) {
        var common = new ArrayList<Range>();
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            int start = Math.max(one.get(i).start, other.get(j).start);
            int end = Math.min(one.get(i).end, other.get(j).end);
            if (start < end) {
                common.add(new Range(start, end));
            }
            if (one.get(i).end <= other.get(j).end) {
                i++;
            } else {
                j++;
            }
        }
        return common;
    }

    private static void blank(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] != '\n' && text[i] != '\r') {
                text[i] = ' ';
            }
        }
    }
}
