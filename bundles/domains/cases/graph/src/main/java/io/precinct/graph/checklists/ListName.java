package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.SectionSlug;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/**
 * The name of a list; where one is looked for, it may be its slug.
 *
 * @param text as it stands in a heading
 */
record ListName(String text) {
    private static final int LONGEST = 200;
    static final String RULE = "one line of at most " + LONGEST
            + " characters with a letter or a digit in it, which does not end in a space and number signs, or a block id";

    /** A name to look for. */
    static ListName sought(String name) {
        return new ListName(name.strip());
    }

    /**
     * The name of a list that may have to be created.
     *
     * @param pointer to the name in the body
     * @throws Refusal 422 if it cannot be a heading
     */
    static ListName of(String pointer, String name) {
        String text = name.strip();
        if (!fits(text)) {
            throw Refusal.invalid(pointer, "format", "the name of a list is " + RULE, RULE);
        }
        return new ListName(text);
    }

    /** Whether a text can be the heading of a list as it is. */
    static boolean fits(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                && Text.isOneLine(text)
                && !SectionSlug.of(text).isEmpty()
                && Outline.of("### " + text + "\n").signature().equals(List.of(Outline.signature(3, text, List.of())));
    }

    /** Whether it says the same as a name, whatever the case of its letters. */
    boolean alike(String name) {
        return folded(text).equals(folded(name));
    }

    private static String folded(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }
}
