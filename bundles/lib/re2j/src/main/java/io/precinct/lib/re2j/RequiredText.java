package io.precinct.lib.re2j;

import java.util.List;

/**
 * What a text must contain so that a pattern can be found in it. An index of texts can leave out all other texts. The
 * requirement is necessary but not sufficient: a text that meets it may still not match. Immutable.
 */
public sealed interface RequiredText {
    /** No requirement is known. */
    RequiredText NOTHING = new All(List.of());

    /**
     * One of these texts, ignoring case. No text is empty.
     *
     * @param texts at least one
     */
    record OneText(List<String> texts) implements RequiredText {
        public OneText {
            texts = List.copyOf(texts);
        }
    }

    /**
     * All of these requirements.
     *
     * @param parts the requirements; empty for none
     */
    record All(List<RequiredText> parts) implements RequiredText {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /**
     * One of these requirements.
     *
     * @param parts at least one
     */
    record OneOf(List<RequiredText> parts) implements RequiredText {
        public OneOf {
            parts = List.copyOf(parts);
        }
    }
}
