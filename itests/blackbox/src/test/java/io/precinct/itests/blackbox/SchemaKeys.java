package io.precinct.itests.blackbox;

import io.precinct.itests.support.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The keys of a configuration file, as its JSON schema in {@code docs/schema} declares them. */
final class SchemaKeys {
    /** Names for the entries of maps with names of the operator's, as each map takes them. */
    private static final Map<String, String> NAMES = Map.of("routes", "/broken", "scenarios", "echo");

    private static final String OTHER_NAME = "broken";

    private SchemaKeys() {}

    /**
     * A key.
     *
     * @param path the keys that lead to it, and itself
     * @param isMap whether its value is a map
     */
    record Key(List<String> path, boolean isMap) {
        /** A document in which this key has a value that it does not take, in the last line. */
        String broken() {
            var text = new StringBuilder();
            for (int i = 0; i < path.size(); i++) {
                text.append("  ".repeat(i)).append('"').append(path.get(i)).append("\":");
                text.append(i < path.size() - 1 ? "\n" : isMap ? " 7\n" : " {unexpected: map}\n");
            }
            return text.toString();
        }

        @Override
        public String toString() {
            return String.join(".", path);
        }
    }

    /** All keys of the file {@code NAME.yml}, the inner ones of maps included. */
    static List<Key> of(String name) {
        Path file = Path.of(System.getProperty("precinct.root"), "docs", "schema", name + ".schema.json");
        try {
            var keys = new ArrayList<Key>();
            collect((Map<?, ?>) Http.json(Files.readString(file)), List.of(), keys);
            return keys;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void collect(Map<?, ?> schema, List<String> path, List<Key> keys) {
        if (!path.isEmpty()) {
            keys.add(new Key(path, isMap(schema)));
        }
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((key, value) -> {
                if (value instanceof Map<?, ?> inner) {
                    collect(inner, with(path, (String) key), keys);
                }
            });
        }
        if (schema.get("additionalProperties") instanceof Map<?, ?> entry) {
            String name = path.isEmpty() ? OTHER_NAME : NAMES.getOrDefault(path.getLast(), OTHER_NAME);
            collect(entry, with(path, name), keys);
        }
    }

    private static boolean isMap(Map<?, ?> schema) {
        Object type = schema.get("type");
        return "object".equals(type)
                || type instanceof List<?> types && types.contains("object")
                // routes and scenarios: one or several maps
                || schema.get("anyOf") instanceof List<?> any
                        && any.stream().anyMatch(one -> one instanceof Map<?, ?> inner && isMap(inner));
    }

    private static List<String> with(List<String> path, String key) {
        return Stream.concat(path.stream(), Stream.of(key)).toList();
    }
}
