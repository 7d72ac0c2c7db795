package io.precinct.core.chain;

import io.precinct.api.boundary.UndefinedInputError;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.shape.Shape;
import java.util.AbstractMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters, query or headers as a boundary with a contract sees them under strict input: a member that the
 * contract does not name cannot be read by name, so that the documentation of the API is complete. Iterating over all
 * members is allowed.
 */
final class DeclaredMembers extends AbstractMap<String, @Nullable Object> {
    /** Headers of HTTP itself and those that OpenAPI excludes from parameters: every boundary may read them. */
    private static final Set<String> OF_HTTP = Set.of("accept", "content-type", "authorization", "host", "user-agent");

    private final String boundary;
    private final String place;
    private final Set<String> declared;
    private final Map<String, @Nullable Object> members;

    private DeclaredMembers(
            String boundary, String place, Set<String> declared, Map<String, @Nullable Object> members) {
        this.boundary = boundary;
        this.place = place;
        this.declared = declared;
        this.members = members;
    }

    /**
     * The members that a step may read by name; all members if its boundary declares no contract.
     *
     * @param place {@code params}, {@code query} or {@code headers}
     * @param route the entry of the route
     */
    static Map<String, @Nullable Object> of(
            Step step, String place, Map<String, @Nullable Object> members, Map<String, @Nullable Object> route) {
        Contract contract = step.deployed.declaration().contract();
        Schema body = contract.body();
        boolean any = body != null && (!body.isObject() || isOpen(body));
        if (!contract.declared() || place.equals("params") && any) {
            return members;
        }
        Set<String> declared = new HashSet<>();
        switch (place) {
            case "params" -> {
                declared.add("body");
                declared.addAll(contract.names(Parameter.Place.PATH));
                declared.addAll(variables(route));
                if (body != null) {
                    declared.addAll(body.members().keySet());
                }
            }
            case "query" -> declared.addAll(contract.names(Parameter.Place.QUERY));
            default -> {
                declared.addAll(OF_HTTP);
                declared.addAll(contract.names(Parameter.Place.HEADER));
            }
        }
        if (step.deployed.declaration().inputShape().field(place) instanceof Shape.Fields fields) {
            fields.fields().keySet().forEach(name -> declared.add(name.toLowerCase(Locale.ROOT)));
            declared.addAll(fields.fields().keySet());
        }
        return new DeclaredMembers(step.name, place, declared, members);
    }

    private static boolean isOpen(Schema body) {
        Object others = body.keyword("additionalProperties");
        return Boolean.TRUE.equals(others) || others instanceof Schema;
    }

    private static Set<String> variables(Map<String, @Nullable Object> route) {
        Set<String> variables = new HashSet<>();
        for (String segment : String.valueOf(route.get("path")).split("/")) {
            if (segment.startsWith(":") || segment.startsWith("*")) {
                variables.add(segment.substring(1));
            }
        }
        return variables;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        allow(key);
        return members.get(key);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        allow(key);
        return members.containsKey(key);
    }

    @Override
    public Set<Entry<String, @Nullable Object>> entrySet() {
        return members.entrySet();
    }

    private void allow(@Nullable Object key) {
        if (!declared.contains(key)) {
            throw new UndefinedInputError(boundary, place + "." + key);
        }
    }
}
