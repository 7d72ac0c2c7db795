package io.precinct.boundary.verifyroute;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.Scenario;
import io.precinct.shapes.Failure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one scenario went.
 *
 * @param scenario its name
 * @param description from the scenario, or null
 * @param failures each {@code <field>: expected <value>, got <value>}; empty where it passed
 */
record Result(String scenario, @Nullable String description, List<String> failures) {
    /** Runs a scenario; one that cannot be resolved, or whose shape is unusable, has failed. */
    static Result of(Scenario scenario, Subject subject, CompiledScenarios compiled) {
        Scenario.Resolved resolved = scenario.resolve();
        return new Result(scenario.name(), resolved.description(), failures(resolved, subject, compiled));
    }

    private static List<String> failures(Scenario.Resolved resolved, Subject subject, CompiledScenarios compiled) {
        Shape.Fields expected = resolved.expected();
        if (resolved.failure() != null || expected == null) {
            String reason = resolved.failure() == null ? "nothing" : resolved.failure();
            return List.of("expected: expected a scenario that resolves, got " + reason);
        }
        CompiledScenarios.Compiled shape = compiled.of(expected);
        return shape.faults().isEmpty()
                ? subject.failures(shape.shape()).stream().map(Failure::text).toList()
                : shape.faults();
    }

    boolean passed() {
        return failures.isEmpty();
    }

    /** As it is served: {@code name, description, passed, failures}; without a description that member is left out. */
    // @req:probe-entry
    Map<String, @Nullable Object> toData() {
        MapBuilder entry = Data.mapBuilder().put("name", scenario);
        if (description != null) {
            entry.put("description", description);
        }
        return entry.put("passed", passed()).put("failures", failures).build();
    }
}
