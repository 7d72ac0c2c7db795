package io.precinct.formatter.text;

/** Computes the width of a text in columns of a terminal. */
final class Width {
    private Width() {}

    /** The number of columns, by the wide ranges of Unicode Standard Annex #11; marks take no column. */
    static int of(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            width += of(codePoint);
            i += Character.charCount(codePoint);
        }
        return width;
    }

    /** {@code text}, padded with spaces to {@code width}. */
    static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    private static int of(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(codePoint) ? 2 : 1;
        };
    }

    private static boolean isWide(int codePoint) {
        return codePoint >= 0x1100 && codePoint <= 0x115F
                || codePoint >= 0x2E80 && codePoint <= 0xA4CF && codePoint != 0x303F
                || codePoint >= 0xAC00 && codePoint <= 0xD7A3
                || codePoint >= 0xF900 && codePoint <= 0xFAFF
                || codePoint >= 0xFE30 && codePoint <= 0xFE6F
                || codePoint >= 0xFF00 && codePoint <= 0xFF60
                || codePoint >= 0xFFE0 && codePoint <= 0xFFE6
                || codePoint >= 0x1F300 && codePoint <= 0x1F64F
                || codePoint >= 0x1F900 && codePoint <= 0x1F9FF
                || codePoint >= 0x20000 && codePoint <= 0x3FFFD;
    }
}
