package io.precinct.boundary.operations.explain;

import io.precinct.api.data.Data;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says why something works or does not.
 *
 * @param kind {@code request}, {@code route}, {@code boundary}, {@code bundle}, {@code component} or {@code incident}
 * @param name of the thing
 * @param works whether it works
 * @param sentence the human-readable answer
 * @param facts that the answer is based on
 */
record Explanation(String kind, String name, boolean works, String sentence, Map<String, @Nullable Object> facts) {
    Map<String, @Nullable Object> toData() {
        return Data.map(
                "what", name, "kind", kind, "works", works, "sentence", capitalised(sentence) + ".", "facts", facts);
    }

    private static String capitalised(String sentence) {
        return sentence.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + sentence.substring(1);
    }
}
