package io.precinct.boundary.inspect.openapi;

import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the components that operations refer to while they are written: named schemas, each with an example,
 * refusals and headers. Not thread-safe.
 */
final class SharedComponents {
    private static final String SCHEMAS = "schemas";
    private static final String EXAMPLES = "examples";
    private static final int LONGEST_NAME = 60;

    private final Map<String, Object> known = new LinkedHashMap<>();
    private final Map<String, Map<String, Map<String, @Nullable Object>>> sections = new HashMap<>();

    /** A reference to a component. */
    static Map<String, @Nullable Object> ref(String section, String name) {
        return Data.map("$ref", "#/components/" + section + "/" + name);
    }

    /** A schema as an operation contains it: a reference if it has a name. */
    Map<String, @Nullable Object> schema(Schema schema) {
        String name = schema.name();
        return name == null
                ? schema.toData(this::schema)
                : component(SCHEMAS, name, schema, () -> schema.toData(this::schema));
    }

    /** Adds a schema that is data already, under this name. */
    Map<String, @Nullable Object> schema(String name, Map<String, @Nullable Object> data) {
        return component(SCHEMAS, name, data, () -> data);
    }

    /** The member {@code example} or {@code examples} of an answer or a body; empty if there is none. */
    Map<String, @Nullable Object> examples(Schema schema) {
        Object example = Example.of(schema);
        if (example == Example.NONE) {
            return Data.map();
        }
        String name = schema.name();
        return name == null
                ? Data.map("example", example)
                : Data.map(
                        EXAMPLES,
                        Data.map("usual", component(EXAMPLES, name, schema, () -> Data.map("value", example))));
    }

    /** A refusal that several operations have in common. */
    Map<String, @Nullable Object> response(Answer answer, Function<Answer, Map<String, @Nullable Object>> written) {
        String name = answer.status() + "-"
                + answer.description().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return component("responses", name, answer, () -> written.apply(answer));
    }

    /** A header of an answer. */
    Map<String, @Nullable Object> header(Parameter header) {
        return component(
                "headers",
                header.name(),
                header,
                () -> Data.mapBuilder()
                        .put("description", header.description() == null ? header.name() : header.description())
                        .put("required", header.required())
                        .put("schema", schema(header.schema()))
                        .build());
    }

    /** Adds a component and returns a reference to it; if its name is taken, a number is appended to the name. */
    private Map<String, @Nullable Object> component(
            String section, String wanted, Object what, Supplier<Map<String, @Nullable Object>> data) {
        String fitting = fit(wanted);
        String name = fitting;
        for (int i = 2; known.containsKey(section + name) && !what.equals(known.get(section + name)); i++) {
            name = fitting + i;
        }
        if (known.put(section + name, what) == null) {
            var components = sections.computeIfAbsent(section, _ -> new LinkedHashMap<>());
            components.put(name, Data.map()); // reserves its position while its own parts are written
            components.put(name, data.get());
        }
        return ref(section, name);
    }

    private static String fit(String name) {
        String fit = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return (fit.length() > LONGEST_NAME ? fit.substring(0, LONGEST_NAME) : fit).replaceAll("-+$", "");
    }

    /** Adds the collected components to a section that begins with {@code first}. */
    Map<String, @Nullable Object> section(String section, MapBuilder first) {
        Map<String, Map<String, @Nullable Object>> gathered = sections.getOrDefault(section, Map.of());
        gathered.keySet().stream()
                .sorted(String.CASE_INSENSITIVE_ORDER)
                .forEach(name -> first.put(name, gathered.get(name)));
        return first.build();
    }
}
