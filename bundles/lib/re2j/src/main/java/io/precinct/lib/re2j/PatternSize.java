package io.precinct.lib.re2j;

import java.util.ArrayDeque;

/**
 * The size of a regular expression, estimated from its text before it is compiled. The steps of a valid pattern are
 * about as many as those of its program; the size of an invalid pattern has no meaning.
 *
 * @param steps estimated steps with every repetition expanded; {@link Integer#MAX_VALUE} for that or more
 * @param depth nesting of its groups in levels
 */
record PatternSize(int steps, int depth) {
    static PatternSize of(String pattern) {
        return new Reading(pattern).read();
    }

    private static final class Reading {
        private final String text;
        private final ArrayDeque<Long> outer = new ArrayDeque<>();
        private int at;
        /** Steps of the current group without its last element, which a repetition may still multiply. */
        private long sum;

        private long last;
        private int deepest;

        private Reading(String text) {
            this.text = text;
        }

        private PatternSize read() {
            while (at < text.length()) {
                element(text.charAt(at++));
            }
            while (!outer.isEmpty()) {
                close();
            }
            return new PatternSize((int) sum(), deepest);
        }

        private void element(char c) {
            switch (c) {
                case '\\' -> escape();
                case '[' -> {
                    skipClass();
                    next(1);
                }
                case '(' -> {
                    if (!skipFlags()) {
                        outer.push(sum());
                        deepest = Math.max(deepest, outer.size());
                        sum = 0;
                        last = 0;
                    }
                }
                case ')' -> close();
                case '*', '+', '?' -> last = atMost(last + 1);
                case '{' -> repetition();
                default -> next(1);
            }
        }

        /**
         * Skips flags such as {@code (?i)}, which are no element: a repetition after them repeats the element before
         * them.
         */
        private boolean skipFlags() {
            int end = at;
            if (end < text.length() && text.charAt(end) == '?') {
                end++;
                while (end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '-')) {
                    end++;
                }
                if (end < text.length() && text.charAt(end) == ')') {
                    at = end + 1;
                    return true;
                }
            }
            return false;
        }

        private void close() {
            if (!outer.isEmpty()) {
                long group = atMost(sum() + 2);
                sum = outer.pop();
                last = group;
            }
        }

        private void next(long steps) {
            sum = sum();
            last = steps;
        }

        private long sum() {
            return atMost(sum + last);
        }

        private static long atMost(long steps) {
            return Math.min(steps, Integer.MAX_VALUE);
        }

        private void escape() {
            if (at < text.length() && text.charAt(at) == 'Q') {
                int end = text.indexOf("\\E", at);
                int stop = end < 0 ? text.length() : end + 2;
                // Like flags, an empty quotation is no element.
                if (end != at + 1) {
                    next(stop - at);
                }
                at = stop;
            } else {
                next(1);
                at++;
            }
        }

        /** Skips a character class, from after its opening bracket to after its closing one. */
        private void skipClass() {
            at += at < text.length() && text.charAt(at) == '^' ? 1 : 0;
            for (int start = at; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '\\') {
                    at++;
                } else if (c == '[' && text.startsWith("[:", at) && text.indexOf(":]", at + 2) >= 0) {
                    at = text.indexOf(":]", at + 2) + 1;
                } else if (c == ']' && at > start) {
                    at++;
                    return;
                }
            }
        }

        /** Reads {@code {n}}, {@code {n,}} or {@code {n,m}}; a brace followed by anything else is plain text. */
        private void repetition() {
            int end = text.indexOf('}', at);
            String inside = end < 0 ? "" : text.substring(at, end);
            int comma = inside.indexOf(',');
            int least = number(comma < 0 ? inside : inside.substring(0, comma));
            int most = comma < 0 || comma == inside.length() - 1 ? least : number(inside.substring(comma + 1));
            if (least < 0 || most < 0) {
                next(1);
                return;
            }
            at = end + 1;
            last = atMost(Math.max(1, last * least + (last + 1) * (Math.max(most - least, 0) + (comma < 0 ? 0 : 1))));
        }

        /**
         * A number of repetitions, or -1. RE2 allows at most 1000; larger ones are capped so that products fit a long.
         */
        private static int number(String digits) {
            boolean number = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
            return !number ? -1 : digits.length() > 4 ? 10_000 : Integer.parseInt(digits);
        }
    }
}
