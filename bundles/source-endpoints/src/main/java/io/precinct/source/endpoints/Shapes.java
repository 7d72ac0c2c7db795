package io.precinct.source.endpoints;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.shape.Shape;
import java.util.List;
import java.util.Map;

/** What the endpoints declare about their answers; OpenAPI shows it, and scenarios are held against it. */
public final class Shapes {
    /** A list of anything. */
    public static final Shape LIST = Shape.of(Map.of("count", Map.of("gte", 0)));

    private static final Shape COMMIT = Shape.of(Map.of("matches", "^[0-9a-f]{40,64}$"));
    private static final Shape TRUTH = Shape.of(Map.of("any", List.of(true, false)));

    private Shapes() {}

    /** Starts the declaration of an endpoint of one repository; {@code variables} of the path beside {@code repo}. */
    static Declaration.Builder repository(String sentence, String... variables) {
        var params = new java.util.LinkedHashMap<String, Object>();
        params.put("repo", true);
        for (String variable : variables) {
            params.put(variable, true);
        }
        return Declaration.terminal().reads("params", params).describedAs(sentence);
    }

    /** Adds the head of an answer about one repository. */
    static Declaration.Builder head(Declaration.Builder declaration) {
        return declaration
                .writes("repo", true)
                .writes("ref", true)
                .writes("commit", COMMIT)
                .writes("fetched_at", true)
                .writes("stale", TRUTH);
    }

    /** Ends the declaration of a list. */
    static Declaration list(Declaration.Builder declaration) {
        return declaration
                .writes("items", LIST)
                .writes("next_cursor", true)
                .writes("truncated", TRUTH)
                .writes("skipped", LIST)
                .build();
    }
}
