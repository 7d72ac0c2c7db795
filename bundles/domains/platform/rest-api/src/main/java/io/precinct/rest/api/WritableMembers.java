package io.precinct.rest.api;

import io.precinct.api.contract.Schema;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of the members that a client may give at a place of a body, by the schema of the body. Members that are
 * {@code readOnly} are not among them: the service accepts them so that a response can be sent back, and ignores or
 * refuses their values.
 */
final class WritableMembers {
    private static final String READ_ONLY = "readOnly";

    private WritableMembers() {}

    /** Returns the names, sorted; null if the schema does not describe an object with certain members. */
    static @Nullable List<String> of(@Nullable Schema schema) {
        List<Schema> objects = objects(schema).toList();
        if (objects.isEmpty()) {
            return null;
        }
        var names = new TreeSet<String>();
        for (Schema object : objects) {
            for (Map.Entry<String, Schema> member : object.members().entrySet()) {
                if (!Boolean.TRUE.equals(member.getValue().keyword(READ_ONLY))) {
                    names.add(member.getKey());
                }
            }
        }
        return List.copyOf(names);
    }

    /**
     * Returns the schema of a part of a body; null if the schema of the body does not describe it.
     *
     * @param place names of members and indices, for example {@code notes/0}
     */
    static @Nullable Schema at(@Nullable Schema body, String place) {
        Schema part = body;
        for (String step : place.split("/")) {
            part = below(part, step);
        }
        return part;
    }

    private static @Nullable Schema below(@Nullable Schema schema, String step) {
        return alternatives(schema)
                .map(one -> one.keyword("items") instanceof Schema items
                        ? items
                        : one.members().get(step))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Stream<Schema> objects(@Nullable Schema schema) {
        return alternatives(schema).filter(one -> one.keyword("properties") != null || isClosed(one));
    }

    private static boolean isClosed(Schema schema) {
        return schema.isObject() && Boolean.FALSE.equals(schema.keyword("additionalProperties"));
    }

    private static Stream<Schema> alternatives(@Nullable Schema schema) {
        if (schema == null) {
            return Stream.empty();
        }
        return schema.keyword("anyOf") instanceof List<?> several
                ? several.stream().flatMap(one -> alternatives(one instanceof Schema each ? each : null))
                : Stream.of(schema);
    }
}
