package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Outline;
import io.precinct.rest.api.Refusal;
import java.util.List;

/** Edits a text and leaves everything outside the edit unchanged, byte for byte. */
final class TextEdits {
    private TextEdits() {}

    /**
     * Returns {@code text} with {@code replacement} in place of the range from {@code from} (inclusive) to {@code to}
     * (exclusive).
     */
    static String replace(String text, int from, int to, String replacement) {
        return new StringBuilder(text.length() + replacement.length())
                .append(text, 0, from)
                .append(replacement)
                .append(text, to, text.length())
                .toString();
    }

    /**
     * Returns the first candidate with the expected structure. An edit can change the meaning of unchanged bytes around
     * it: two paragraphs can become one, or a heading can become part of a list.
     *
     * @throws Refusal 409 {@code node_not_editable} if no candidate has the expected structure
     */
    static String verified(List<String> signature, String... candidates) {
        for (String candidate : candidates) {
            if (Outline.of(candidate).signature().equals(signature)) {
                return candidate;
            }
        }
        throw Refusal.of(
                409,
                "node_not_editable",
                "the Markdown around the list does not let it be changed, say an HTML comment that is not closed;"
                        + " edit the node itself");
    }
}
