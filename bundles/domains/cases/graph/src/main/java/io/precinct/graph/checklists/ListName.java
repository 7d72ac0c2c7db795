package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Outline;
import io.precinct.graph.markdown.SectionSlug;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.util.List;

/**
 * The name of a list, or its slug.
 *
 * @param text as it stands in a heading
 * @param slug as it stands in an address
 */
record ListName(String text, String slug) {
    private static final int LONGEST = 200;
    private static final String RULE = "one line of at most " + LONGEST
            + " characters with a letter or a digit in it, which does not end in a space and number signs";

    /** A name to look for. */
    static ListName sought(String name) {
        return new ListName(name, SectionSlug.of(name));
    }

    /**
     * The name of a list that may have to be created.
     *
     * @param pointer to the name in the body
     * @throws Refusal 422 if it cannot be a heading
     */
    static ListName of(String pointer, String name) {
        String text = name.strip();
        boolean fits = text.codePointCount(0, text.length()) <= LONGEST
                && Text.isOneLine(text)
                && !SectionSlug.of(text).isEmpty()
                && Outline.of("### " + text + "\n").signature().equals(List.of(Outline.signature(3, text, List.of())));
        if (!fits) {
            throw Refusal.invalid(pointer, "format", "the name of a list is " + RULE, RULE);
        }
        return new ListName(text, SectionSlug.of(text));
    }
}
