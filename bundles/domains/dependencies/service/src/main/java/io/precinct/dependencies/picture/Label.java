package io.precinct.dependencies.picture;

import io.precinct.common.text.VisibleText;

/**
 * The name of a node as drawn in its box: on one line, with invisible characters replaced by symbols, and with the
 * middle left out if it is long.
 *
 * @param text the text as drawn
 * @param columns the width in characters of a fixed-width font
 * @param isPlain whether {@code columns} is exact in every font; otherwise the text is fitted to its columns
 */
record Label(String text, int columns, boolean isPlain) {
    private static final int LONGEST = 44;

    /**
     * The fewest characters kept at the end of a long name. As much of the last part as fits is kept, because it
     * identifies the node.
     */
    private static final int LEAST_END = 17;

    private static final int MOST_END = 31;

    /**
     * Ideographs, kana, hangul and pictographs are twice as wide; all of them have this code point or a higher one.
     */
    private static final int FIRST_WIDE = 0x1100;

    static Label of(String name) {
        String seen = seen(name);
        int[] points = seen.codePoints().toArray();
        if (points.length > LONGEST) {
            int lastPart = seen.codePointCount(Math.max(0, seen.lastIndexOf('/')), seen.length());
            int end = Math.clamp(lastPart, LEAST_END, MOST_END);
            seen = new String(points, 0, LONGEST - 1 - end) + "…" + new String(points, points.length - end, end);
        }
        int columns = seen.codePoints().map(Label::width).sum();
        return new Label(seen, Math.max(1, columns), seen.chars().allMatch(c -> c < 0x7F));
    }

    private static String seen(String name) {
        var seen = new StringBuilder(VisibleText.of(name).replace('\t', '␉'));
        for (int i = seen.length() - 1; i >= 0; i--) {
            char c = seen.charAt(i);
            if (c == 0x200E || c == 0x200F || c == 0x061C || c == 0xFFFE || c == 0xFFFF) {
                var symbol = new StringBuilder();
                VisibleText.appendSymbol(symbol, c);
                seen.replace(i, i + 1, symbol.toString());
            }
        }
        return seen.toString();
    }

    private static int width(int point) {
        return point >= FIRST_WIDE
                        && (Character.isIdeographic(point)
                                || Character.UnicodeScript.of(point) == Character.UnicodeScript.HANGUL
                                || Character.UnicodeScript.of(point) == Character.UnicodeScript.HIRAGANA
                                || Character.UnicodeScript.of(point) == Character.UnicodeScript.KATAKANA
                                || point > 0xFFFF
                                || point >= 0xFF00)
                ? 2
                : 1;
    }
}
