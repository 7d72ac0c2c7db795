package io.precinct.boundary.inspect.openapi;

import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
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
    private final Map<String, Map<String, @Nullable Object>> schemas = new LinkedHashMap<>();
    private final Map<String, Map<String, @Nullable Object>> examples = new LinkedHashMap<>();
    private final Map<String, Map<String, @Nullable Object>> responses = new LinkedHashMap<>();
    private final Map<String, Map<String, @Nullable Object>> headers = new LinkedHashMap<>();

    /** A reference to a component. */
    static Map<String, @Nullable Object> ref(String section, String name) {
        return Data.map("$ref", "#/components/" + section + "/" + name);
    }

    /** A schema as an operation contains it: a reference if it has a name. */
    Map<String, @Nullable Object> schema(Schema schema) {
        return schema.name() == null ? schema.toData(this::schema) : ref(SCHEMAS, name(schema));
    }

    private String name(Schema schema) {
        return named(schemas, SCHEMAS, fit(String.valueOf(schema.name())), schema, () -> {
            return schema.toData(this::schema);
        });
    }

    /** Adds a schema that is data already, under this name. */
    Map<String, @Nullable Object> schema(String name, Map<String, @Nullable Object> data) {
        return ref(SCHEMAS, named(schemas, SCHEMAS, fit(name), data, () -> data));
    }

    /** The member {@code example} or {@code examples} of an answer or a body; empty if there is none. */
    Map<String, @Nullable Object> examples(Schema schema) {
        Object example = Example.of(schema);
        if (example == Example.NONE) {
            return Data.map();
        }
        if (schema.name() == null) {
            return Data.map("example", example);
        }
        String name = named(examples, EXAMPLES, fit(schema.name()), schema, () -> Data.map("value", example));
        return Data.map(EXAMPLES, Data.map("usual", ref(EXAMPLES, name)));
    }

    /** A refusal that several operations have in common. */
    Map<String, @Nullable Object> response(Answer answer, Function<Answer, Map<String, @Nullable Object>> written) {
        String name = fit(answer.status() + "-"
                + answer.description().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
        return ref("responses", named(responses, "responses", name, answer, () -> written.apply(answer)));
    }

    /** A header of an answer. */
    Map<String, @Nullable Object> header(Parameter header) {
        return ref(
                "headers",
                named(
                        headers,
                        "headers",
                        fit(header.name()),
                        header,
                        () -> Data.mapBuilder()
                                .put("description", header.description() == null ? header.name() : header.description())
                                .put("required", header.required())
                                .put("schema", schema(header.schema()))
                                .build()));
    }

    /** The name of a component; if another one has it already, the same with a number appended. */
    private String named(
            Map<String, Map<String, @Nullable Object>> section,
            String kind,
            String wanted,
            Object what,
            java.util.function.Supplier<Map<String, @Nullable Object>> data) {
        String name = wanted;
        for (int i = 2; known.containsKey(kind + name) && !what.equals(known.get(kind + name)); i++) {
            name = wanted + i;
        }
        if (known.put(kind + name, what) == null) {
            section.put(name, Data.map()); // reserves its position while its own parts are written
            section.put(name, data.get());
        }
        return name;
    }

    private static String fit(String name) {
        String fit = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return (fit.length() > LONGEST_NAME ? fit.substring(0, LONGEST_NAME) : fit).replaceAll("-+$", "");
    }

    /** Adds the collected components to a section that begins with {@code first}. */
    Map<String, @Nullable Object> section(String section, MapBuilder first) {
        Map<String, Map<String, @Nullable Object>> gathered = switch (section) {
            case SCHEMAS -> schemas;
            case EXAMPLES -> examples;
            case "responses" -> responses;
            default -> headers;
        };
        List<String> names = new ArrayList<>(gathered.keySet());
        names.sort(String.CASE_INSENSITIVE_ORDER);
        names.forEach(name -> first.put(name, gathered.get(name)));
        return first.build();
    }
}
