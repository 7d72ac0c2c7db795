package io.precinct.itests.blackbox;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values for arguments, derived from their schemas, and from their names where a schema tells too little. */
final class SampleValues {
    private SampleValues() {}

    /** Returns values that fit an argument, as different as possible. */
    static List<@Nullable Object> of(ArgumentSchema argument) {
        return candidates(argument.name(), argument.keywords());
    }

    private static List<@Nullable Object> candidates(String name, Map<?, ?> schema) {
        List<@Nullable Object> values = new ArrayList<>();
        if (schema.get("anyOf") instanceof List<?> alternatives) {
            alternatives.forEach(each -> values.addAll(candidates(name, (Map<?, ?>) each)));
            return values;
        }
        Object type = schema.get("type");
        List<?> types = type instanceof List<?> several ? several : type == null ? List.of("string") : List.of(type);
        if (types.contains("null")) {
            values.add(null);
        }
        if (schema.get("enum") instanceof List<?> allowed) {
            allowed.stream().filter(Objects::nonNull).forEach(values::add);
        } else if (types.contains("boolean")) {
            values.addAll(List.of(true, false));
        } else if (types.contains("integer")) {
            int least = schema.get("minimum") instanceof Number minimum ? minimum.intValue() : 0;
            values.addAll(List.of(least, least + 1, least + 2));
        } else if (types.contains("array")) {
            Object items = schema.get("items");
            candidates(name, items instanceof Map<?, ?> each ? each : Map.of()).stream()
                    .filter(Objects::nonNull)
                    .forEach(each -> values.add(List.of(each)));
        } else if (types.contains("object")) {
            if (schema.get("examples") instanceof List<?> examples) {
                values.addAll(examples);
            } else if (schema.get("properties") instanceof Map<?, ?> members) {
                values.add(object(members));
            }
        } else {
            values.addAll(texts(name, schema));
        }
        return values;
    }

    private static Map<String, @Nullable Object> object(Map<?, ?> members) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        members.forEach((member, schema) -> candidates(String.valueOf(member), (Map<?, ?>) schema).stream()
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(value -> object.put(String.valueOf(member), value)));
        return object;
    }

    private static List<String> texts(String name, Map<?, ?> schema) {
        if ("date".equals(schema.get("format"))) {
            return List.of("2001-01-01", "2100-01-01");
        }
        if ("date-time".equals(schema.get("format"))) {
            return List.of("2001-01-01T00:00:00Z", "2020-01-01T12:00:00Z", "2021-01-01T00:00:00Z");
        }
        return switch (name) {
            case "ref", "to" -> List.of("other", "library:money");
            case "from" -> List.of("main", "library:money");
            case "repo" -> List.of("stall");
            case "path" -> List.of("lib/*", "lib", "lib/app.yml");
            case "glob" -> List.of("**/app.yml");
            case "kind" -> List.of("method", "library");
            case "lang" -> List.of("yaml");
            case "fields" -> List.of("path");
            case "tag" -> List.of("test");
            case "node" -> List.of("service:till", "library:coin");
            case "pattern" -> List.of("@test:*");
            case "address" -> List.of("seeded");
            case "current_resume" -> List.of("{\"step\":1}");
            default -> {
                List<String> texts = new ArrayList<>();
                if (schema.get("examples") instanceof List<?> examples) {
                    examples.forEach(example -> texts.add(String.valueOf(example)));
                }
                texts.add("Nothing like this");
                yield texts;
            }
        };
    }
}
