package io.precinct.boundary.verifyroute;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.Crossing;
import io.precinct.core.api.chain.Scenario;
import io.precinct.shapes.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of one scenario.
 *
 * @param scenario its name
 * @param description from the scenario, or null
 * @param failures each {@code <field>: expected <value>, got <value>}; empty if it passed
 */
record Result(String scenario, @Nullable String description, List<String> failures) {
    /** Runs a scenario. A scenario that cannot be resolved, or whose shape is invalid, fails. */
    static Result of(Scenario scenario, ComparedPayload subject, CompiledScenarios compiled) {
        Scenario.Resolved resolved = scenario.resolve();
        return new Result(scenario.name(), resolved.description(), failures(resolved, subject, compiled));
    }

    /**
     * A failing result, named {@code output_shape of <boundary>}, for every crossing whose payload does not match the
     * declaration of its boundary.
     */
    static List<Result> drifted(List<Crossing> crossings) {
        List<Result> drifted = new ArrayList<>();
        for (Crossing crossing : crossings) {
            if (crossing.notes().get("drift") instanceof List<?> failures) {
                drifted.add(new Result(
                        "output_shape of " + crossing.boundary(),
                        "What the boundary wrote, against what it declares.",
                        failures.stream().map(String::valueOf).toList()));
            }
        }
        return drifted;
    }

    private static List<String> failures(
            Scenario.Resolved resolved, ComparedPayload subject, CompiledScenarios compiled) {
        List<Failure> unresolved = resolved.unresolved().stream()
                .map(tag -> Failure.unresolved(tag.path(), tag.expected(), tag.reason()))
                .toList();
        Shape.Fields expected = resolved.expected();
        if (resolved.failure() != null || expected == null) {
            String reason = resolved.failure() == null ? "nothing" : resolved.failure();
            return Stream.concat(
                            Stream.of("expected: expected a scenario that resolves, got " + reason),
                            unresolved.stream().map(Failure::text))
                    .toList();
        }
        CompiledScenarios.Compiled shape = compiled.of(expected);
        if (!shape.faults().isEmpty()) {
            return shape.faults();
        }
        List<Failure> compared = subject.failures(shape.shape());
        return (unresolved.isEmpty() ? compared : inOrder(expected, unresolved, compared))
                .stream().map(Failure::text).toList();
    }

    /** All failures in the order of the expected values. A value that cannot be resolved has only that failure. */
    private static List<Failure> inOrder(Shape.Fields expected, List<Failure> unresolved, List<Failure> compared) {
        var all = new ArrayList<>(unresolved);
        for (Failure failure : compared) {
            if (unresolved.stream().noneMatch(other -> other.path().equals(failure.path()))) {
                all.add(failure);
            }
        }
        List<String> places = expected.fields().keySet().stream()
                .map(name -> Failure.unresolved(List.of(name), null, "").path())
                .toList();
        all.sort(Comparator.comparingInt(failure -> placeOf(failure, places)));
        return all;
    }

    private static int placeOf(Failure failure, List<String> places) {
        int place = 0;
        while (place < places.size() && !failure.within(places.get(place))) {
            place++;
        }
        return place;
    }

    boolean passed() {
        return failures.isEmpty();
    }

    /** As data: {@code name, description, passed, failures}; without a description that member is left out. */
    // @req:probe-entry
    Map<String, @Nullable Object> toData() {
        MapBuilder entry = Data.mapBuilder().put("name", scenario);
        if (description != null) {
            entry.put("description", description);
        }
        return entry.put("passed", passed()).put("failures", failures).build();
    }
}
