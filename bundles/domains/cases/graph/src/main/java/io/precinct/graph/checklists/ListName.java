package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.SectionSlug;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/**
 * The name of a list; in a search, it may also be a slug.
 *
 * @param text the text of the heading
 */
record ListName(String text) {
    private static final int LONGEST = 200;
    static final String RULE = "one line of at most " + LONGEST
            + " characters with a letter or a digit in it, which does not end in a space and number signs, or a block id";

    /** Creates a name to search for. */
    static ListName sought(String name) {
        return new ListName(name.strip());
    }

    /**
     * Creates the name of a list that may have to be created.
     *
     * @param pointer a pointer to the name in the body
     * @throws Refusal 422 if the name cannot be a heading
     */
    static ListName of(String pointer, String name) {
        String text = name.strip();
        if (!fits(text)) {
            throw Refusal.invalid(pointer, "format", "the name of a list is " + RULE, RULE);
        }
        return new ListName(text);
    }

    /** Whether a text can be the heading of a list without changes. */
    static boolean fits(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                && Text.isOneLine(text)
                && !SectionSlug.of(text).isEmpty()
                && Outline.of("### " + text + "\n").signature().equals(List.of(Outline.signature(3, text, List.of())));
    }

    /** Whether it equals another name in Unicode form NFKC, ignoring letter case. */
    boolean alike(String name) {
        return folded(text).equals(folded(name));
    }

    private static String folded(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }
}
