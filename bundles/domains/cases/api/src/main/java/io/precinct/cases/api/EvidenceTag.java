package io.precinct.cases.api;

import java.text.Normalizer;
import java.util.List;

/**
 * The form in which a case holds its evidence tags: without white space at the ends, and in the Unicode normalization
 * form NFC (UAX #15). Two tags that look the same are then the same tag, whichever keyboard or program wrote them.
 *
 * @since 2.4
 */
public final class EvidenceTag {
    private static final char NEXT_LINE = '\u0085';

    private EvidenceTag() {}

    /** Returns a tag in this form; empty if the text is white space only. */
    public static String of(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return Normalizer.normalize(text.substring(from, to), Normalizer.Form.NFC);
    }

    /** Returns tags in this form, each once, in the order in which they come first. */
    public static List<String> distinct(List<String> texts) {
        return texts.stream().map(EvidenceTag::of).distinct().toList();
    }

    /** Unlike {@link Character#isWhitespace}, true for no-break spaces as well. */
    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == NEXT_LINE;
    }
}
