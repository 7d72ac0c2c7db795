package io.precinct.boundary.operations.explain;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Explains why something works or does not work.
 *
 * @param kind {@code request}, {@code route}, {@code boundary}, {@code bundle}, {@code component} or {@code incident}
 * @param name name of the explained thing
 * @param works whether it works
 * @param sentence the human-readable answer
 * @param facts facts that the answer is based on
 */
record Explanation(String kind, String name, boolean works, String sentence, Map<String, @Nullable Object> facts) {
    static final View<Explanation> VIEW = View.<Explanation>object()
            .with("what", Schema.text(), Explanation::name)
            .with(
                    "kind",
                    Schema.oneOf("request", "incident", "route", "boundary", "bundle", "component"),
                    Explanation::kind)
            .with("works", Schema.truth(), Explanation::works)
            .with("sentence", Schema.text(), explanation -> capitalised(explanation.sentence) + ".")
            .with("facts", Schema.map(Schema.any()), Explanation::facts);

    private static String capitalised(String sentence) {
        return sentence.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + sentence.substring(1);
    }
}
