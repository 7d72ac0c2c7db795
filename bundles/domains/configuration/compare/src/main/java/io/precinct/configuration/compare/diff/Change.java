package io.precinct.configuration.compare.diff;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A change that leads from one value to another. Changes applied one after the other are a patch (RFC 6902).
 *
 * @param pointer where (RFC 6901)
 * @param op what happens there
 * @param base what is there in the base; null where something is added
 * @param value what is there in the value; null where something is removed
 */
public record Change(
        String pointer,
        Op op,
        @Nullable Object base,
        @Nullable Object value) {
    /** What happens at a place. */
    public enum Op {
        /** The value has something that the base lacks; in an array it stands before the element of the base there. */
        ADD,
        /** The value lacks something. */
        REMOVE,
        /** The value has something else. */
        REPLACE,
        /** Whether the value has something else cannot be told: a secret is masked there. No part of a patch. */
        MASKED;

        /** As clients see it: {@code add}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
