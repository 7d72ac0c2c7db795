package io.precinct.tools.api;

/**
 * Estimates how many tokens a language model makes of a text. Vocabularies differ, so this class follows none of them:
 * it counts about a sixth more than {@code o200k} for English, and even more for most other text. A text within a
 * budget here is therefore within the budget of the model.
 *
 * @since 1.2
 */
public final class TokenEstimate {
    /** Longer runs without a blank or punctuation are not words but numbers or keys in base 16, 32 or 64. */
    private static final int LONGEST_WORD = 32;

    private static final int LETTERS_OF_A_TOKEN = 6;
    private static final int DIGITS_OF_A_TOKEN = 3;
    private static final int MOST_CONSONANTS = 3;

    private final String text;
    private int at;
    private double tokens;

    private TokenEstimate(String text) {
        this.text = text;
    }

    /** Returns the estimated number of tokens of a text, rounded up. */
    public static int of(String text) {
        var count = new TokenEstimate(text);
        while (count.at < text.length()) {
            count.next();
        }
        return (int) Math.ceil(count.tokens);
    }

    private void next() {
        int end = end(c -> isLetter(c) || isDigit(c) || c == '+' || c == '/' || c == '=');
        if (end - at > LONGEST_WORD) {
            tokens += (end - at) * 0.85;
            at = end;
            return;
        }
        char c = text.charAt(at);
        if (isLetter(c)) {
            word();
        } else if (isDigit(c)) {
            end = end(TokenEstimate::isDigit);
            tokens += (double) (end - at + DIGITS_OF_A_TOKEN - 1) / DIGITS_OF_A_TOKEN;
            at = end;
        } else if (c == ' ') {
            end = end(each -> each == ' ');
            tokens += end - at > 1 ? 1 : 0.1; // a single blank belongs to the following word
            at = end;
        } else if (c > ' ' && c < 0x7f) {
            end = end(each -> each > ' ' && each < 0x7f && !isLetter(each) && !isDigit(each));
            tokens += Math.max(1, (end - at) * 2 / 3.0);
            at = end;
        } else {
            int codePoint = text.codePointAt(at);
            tokens += other(codePoint);
            at += Character.charCount(codePoint);
        }
    }

    /** Counts a word: capitals and the small letters after them. */
    private void word() {
        int begin = at;
        at = end(c -> c >= 'A' && c <= 'Z');
        int capitals = at - begin;
        at = end(c -> c >= 'a' && c <= 'z');
        int length = at - begin;
        tokens += Math.max(1, (double) length / LETTERS_OF_A_TOKEN) + 0.6 * unpronounceable(begin);
        if (capitals > 1 && length > capitals) {
            tokens++;
        }
    }

    /** Counts the consonants that exceed the longest run usual in words. */
    private int unpronounceable(int begin) {
        int found = 0;
        int run = 0;
        for (int i = begin; i < at; i++) {
            run = "aeiouyAEIOUY".indexOf(text.charAt(i)) >= 0 ? 0 : run + 1;
            if (run > MOST_CONSONANTS) {
                found++;
            }
        }
        return found;
    }

    private static double other(int codePoint) {
        if (codePoint < 0x250) {
            return 1;
        }
        if (codePoint < 0x600) {
            return 0.7;
        }
        return codePoint < 0x3000 ? 1 : codePoint < 0x10000 ? 1.3 : 4;
    }

    /** A class of characters. */
    private interface Kind {
        boolean has(char c);
    }

    private int end(Kind kind) {
        int end = at;
        while (end < text.length() && kind.has(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
