package com.google.re2j;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Finds patterns that match nothing in a single line without its end. RE2/J shows the tree of a pattern only to its own
 * package.
 */
@NullMarked
public final class LineMatch {
    private static final int NEWLINE = '\n';
    private static final int RETURN = '\r';

    private @Nullable String reason;

    private LineMatch() {}

    /**
     * Why a pattern can never match.
     *
     * @param pattern a valid pattern, as RE2/J compiles it without flags
     * @return a predicate whose subject is the pattern, or null if it may match
     */
    public static @Nullable String neverIn(String pattern) {
        var search = new LineMatch();
        State end = search.after(Simplify.simplify(Parser.parse(pattern, RE2.PERL)), State.START);
        return end == null ? search.reason : null;
    }

    /**
     * What is known where a part of the pattern begins.
     *
     * @param inside whether something was consumed in every case
     * @param ended whether the end was reached in every case
     * @param returned whether the last character is a carriage return in every case
     */
    private record State(boolean inside, boolean ended, boolean returned) {
        static final State START = new State(false, false, false);

        State or(State other) {
            return new State(inside && other.inside, ended && other.ended, returned && other.returned);
        }
    }

    /** The state behind a part, or null if the part cannot match there. */
    private @Nullable State after(Regexp part, State before) {
        return switch (part.op) {
            case NO_MATCH -> never("matches nothing at all");
            case LITERAL -> literal(part.runes, before);
            case CHAR_CLASS -> characters(part.runes, before);
            case ANY_CHAR, ANY_CHAR_NOT_NL -> consumed(before, false);
            case BEGIN_LINE, BEGIN_TEXT ->
                before.inside ? never("has the beginning of a line behind other characters") : before;
            case END_LINE, END_TEXT ->
                before.returned
                        ? never("has a carriage return before the end of a line, which is part of that end")
                        : new State(before.inside, true, false);
            case CAPTURE, PLUS -> after(part.subs[0], before);
            case REPEAT -> part.min > 0 ? after(part.subs[0], before) : optional(part.subs[0], before);
            case STAR, QUEST -> optional(part.subs[0], before);
            case CONCAT -> sequence(part.subs, before);
            case ALTERNATE -> alternatives(part.subs, before);
            default -> before; // consumes nothing
        };
    }

    private @Nullable State never(String why) {
        reason = reason == null ? why : reason;
        return null;
    }

    private @Nullable State consumed(State before, boolean isReturn) {
        return before.ended ? never("has other characters behind the end of a line") : new State(true, false, isReturn);
    }

    private @Nullable State literal(int[] runes, State before) {
        for (int rune : runes) {
            if (rune == NEWLINE) {
                return never("needs a line break");
            }
        }
        return consumed(before, runes[runes.length - 1] == RETURN);
    }

    /** @param ranges the first and the last character of each range */
    private @Nullable State characters(int[] ranges, State before) {
        boolean others = false;
        boolean onlyReturn = true;
        for (int i = 0; i < ranges.length; i += 2) {
            others |= ranges[i] != NEWLINE || ranges[i + 1] != NEWLINE;
            onlyReturn &= ranges[i] == RETURN && ranges[i + 1] == RETURN;
        }
        return others ? consumed(before, onlyReturn) : never("needs a line break");
    }

    private State optional(Regexp part, State before) {
        State with = after(part, before);
        return with == null ? before : before.or(with);
    }

    private @Nullable State sequence(Regexp[] parts, State before) {
        State state = before;
        for (Regexp part : parts) {
            state = state == null ? null : after(part, state);
        }
        return state;
    }

    private @Nullable State alternatives(Regexp[] parts, State before) {
        State all = null;
        for (Regexp part : parts) {
            State state = after(part, before);
            all = state == null ? all : all == null ? state : all.or(state);
        }
        return all;
    }
}
