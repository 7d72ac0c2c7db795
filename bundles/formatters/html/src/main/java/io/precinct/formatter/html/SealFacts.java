package io.precinct.formatter.html;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The seal of a chain.
 *
 * @param root its root
 * @param facts its members without the leaves
 * @param leaves its leaves; empty if it has none
 */
public record SealFacts(String root, Map<String, @Nullable Object> facts, List<?> leaves) {
    /** The value as a seal, or null if it is none. */
    static @Nullable SealFacts of(@Nullable Object value) {
        Map<String, @Nullable Object> seal = LenientFields.map(value);
        if (seal == null || !(seal.get("root") instanceof String root)) {
            return null;
        }
        var facts = new LinkedHashMap<String, @Nullable Object>(seal);
        facts.remove("leaves");
        return new SealFacts(root, facts, LenientFields.list(seal, "leaves"));
    }
}
