package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Outline;
import io.precinct.rest.api.Refusal;
import java.util.List;

/** Changes of a text that leave everything outside of them byte for byte. */
final class TextEdits {
    private TextEdits() {}

    /** {@code text} with {@code replacement} in place of what stands from {@code from} to before {@code to}. */
    static String replace(String text, int from, int to, String replacement) {
        return new StringBuilder(text.length() + replacement.length())
                .append(text, 0, from)
                .append(replacement)
                .append(text, to, text.length())
                .toString();
    }

    /**
     * The first candidate that has the structure it is meant to have. Bytes that stay the same can still change what they
     * mean: two paragraphs become one, a heading becomes part of a list.
     *
     * @throws Refusal 409 {@code node_not_editable} if none has
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
