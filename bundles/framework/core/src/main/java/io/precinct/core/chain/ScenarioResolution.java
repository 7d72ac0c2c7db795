package io.precinct.core.chain;

import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.Scenario;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.ScenarioSource;
import io.precinct.shapes.ExpectationReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scenario whose late tags are resolved by the resolvers of the chain. A scenario without late tags costs nothing
 * extra. The probe needs only {@code expected} and {@code description}, so tags in other members are not resolved for
 * it.
 */
public record ScenarioResolution(ChainEnvironment environment, ScenarioSource source) implements Scenario {
    private static final String EXPECTED = "expected";
    private static final String DESCRIPTION = "description";

    /** Thrown if late tags could not be resolved; the message names the tags and the reasons. */
    public static final class Unresolved extends Exception {
        private static final long serialVersionUID = 1L;

        private Unresolved(String message) {
            super(message);
        }
    }

    static List<Scenario> of(ChainEnvironment environment, String route) {
        var scenarios = new ArrayList<Scenario>();
        for (ScenarioSource source :
                environment.configuration().scenariosOf(route).values()) {
            scenarios.add(new ScenarioResolution(environment, source));
        }
        return scenarios;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public Resolved resolve() {
        if (source.expected() != null) {
            return new Resolved(source.expected(), source.description(), null);
        }
        try {
            return resolved(whole());
        } catch (Unresolved e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The named members, as far as the scenario has them. Their late tags are resolved within the deadline of the
     * configuration; shapes are left as they are. A late tag in any other member is not resolved.
     *
     * @throws Unresolved if late tags cannot be resolved, or the scenario as a whole is a tag that resolves to no map
     */
    public Map<String, @Nullable Object> members(String... names) throws Unresolved {
        Map<?, ?> scenario = whole();
        var wanted = new LinkedHashMap<String, @Nullable Object>();
        for (String name : names) {
            if (scenario.containsKey(name)) {
                wanted.put(name, scenario.get(name));
            }
        }
        var substitution = new LateTagSubstitution(LateTags.in(environment, wanted));
        Map<String, @Nullable Object> members = substitution.map(wanted);
        if (!substitution.failures().isEmpty()) {
            throw new Unresolved(String.join("; ", substitution.failures()));
        }
        return members;
    }

    /** The scenario as a map whose late tags are not resolved yet. */
    private Map<?, ?> whole() throws Unresolved {
        Object whole = source.raw();
        if (whole instanceof LateTag tag) {
            whole = value(LateTags.in(environment, tag), tag);
        }
        if (whole instanceof Map<?, ?> map) {
            return map;
        }
        throw new Unresolved(source.raw() + " is not a map with \"expected\"");
    }

    private static @Nullable Object value(LateTags tags, LateTag tag) throws Unresolved {
        return switch (tags.of(tag)) {
            case LateTags.Outcome.Value(var value) -> value;
            case LateTags.Outcome.Failure(String reason) -> throw new Unresolved(reason);
        };
    }

    private Resolved failed(String reason) {
        return new Resolved(null, source.description(), reason);
    }

    private Resolved resolved(Map<?, ?> scenario) throws Unresolved {
        Object expected = scenario.get(EXPECTED);
        if (expected == null) {
            return failed(source.raw() + " has no \"expected\"");
        }
        Object description = scenario.get(DESCRIPTION);
        LateTags tags =
                LateTags.in(environment, description == null ? List.of(expected) : List.of(expected, description));
        if (expected instanceof LateTag tag) {
            expected = value(tags, tag);
        }
        var resolution = new ResolvedExpectation(tags);
        var unresolved = new ArrayList<Scenario.Unresolved>();
        String said = description(description, tags, unresolved);
        if (expected instanceof Shape.Fields fields) {
            return new Resolved(fields, said, null, unresolved);
        }
        if (!(expected instanceof Map<?, ?> map)) {
            return failed("\"expected\" of " + source.raw() + " is not a map");
        }
        Map<String, @Nullable Object> fields = resolution.fields(map);
        unresolved.addAll(resolution.unresolved());
        return read(fields, said, unresolved);
    }

    private Resolved read(
            Map<String, @Nullable Object> expected,
            @Nullable String description,
            List<Scenario.Unresolved> unresolved) {
        var faults = new ArrayList<String>();
        Shape.Fields fields = ExpectationReader.readFields(expected, fault -> faults.add(fault.text()));
        if (source.raw() instanceof LateTag tag && !faults.isEmpty()) {
            faults.set(0, tag + ": " + faults.getFirst());
        }
        return faults.isEmpty()
                ? new Resolved(fields, description, null, unresolved)
                : new Resolved(null, description, String.join("; ", faults), unresolved);
    }

    private @Nullable String description(
            @Nullable Object description, LateTags tags, List<Scenario.Unresolved> unresolved) {
        Object said = description;
        if (description instanceof LateTag tag) {
            try {
                said = value(tags, tag);
            } catch (Unresolved e) {
                unresolved.add(
                        new Scenario.Unresolved(List.of(DESCRIPTION), tag.toString(), String.valueOf(e.getMessage())));
            }
        }
        return said instanceof String text ? text : source.description();
    }
}
