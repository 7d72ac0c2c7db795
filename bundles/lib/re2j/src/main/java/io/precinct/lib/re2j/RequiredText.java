package io.precinct.lib.re2j;

import java.util.List;

/**
 * What every text has in it that a pattern is found in, so that an index of texts can leave out the others. It says too
 * little rather than too much: a text that has it may still not match. Immutable.
 */
public sealed interface RequiredText {
    /** Nothing can be said. */
    RequiredText NOTHING = new All(List.of());

    /**
     * One of these texts, in any case. None is empty.
     *
     * @param texts at least one
     */
    record OneText(List<String> texts) implements RequiredText {
        public OneText {
            texts = List.copyOf(texts);
        }
    }

    /**
     * All of these.
     *
     * @param parts none for no requirement
     */
    record All(List<RequiredText> parts) implements RequiredText {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /**
     * One of these.
     *
     * @param parts at least one
     */
    record OneOf(List<RequiredText> parts) implements RequiredText {
        public OneOf {
            parts = List.copyOf(parts);
        }
    }
}
