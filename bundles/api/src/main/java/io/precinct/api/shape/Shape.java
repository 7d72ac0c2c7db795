package io.precinct.api.shape;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requirements on a value: the notation shared by a boundary's input and output and by what a scenario expects.
 *
 * <p>As data, a shape has this form: {@code true} for present with any value; a map of matchers
 * ({@code {gte: 1, lte: 5}}) if every key is a matcher's name; any other non-empty map for nested fields; a list in
 * which matchers stand ({@code [{gte: 1}, 7]}) for its items; anything else, including the empty map, for a literal. If
 * fields of the data are named like matchers, use {@link Fields} or {@link Match} explicitly (in YAML by the tags
 * {@code !Fields} and {@code !Match}).
 *
 * <p>What stands in a list or behind {@code contains} is a literal, {@code true} and maps included, unless a matcher
 * stands somewhere in it.
 *
 * <pre>{@code
 * Shape.fields("params", Shape.fields("message", Map.of("matches", "^h")))
 * }</pre>
 *
 * Shapes are immutable and hold plain data only.
 */
public sealed interface Shape {
    /** Present, with any value; {@code true} as data. */
    // @req:presence
    record Present() implements Shape {
        /** The only instance needed; declared here because an interface must not initialise a class that implements it. */
        public static final Present VALUE = new Present();
    }

    /** Deep equality with {@code value}, which is frozen plain data. */
    record Literal(@Nullable Object value) implements Shape {}

    /** A map with at least these fields, each of its shape; their order is that of the failures. */
    record Fields(Map<String, Shape> fields) implements Shape {
        /** Nothing required and nothing declared: the input of a passthrough or a gate. */
        public static final Fields NONE = new Fields(Map.of());

        public Fields {
            fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }

        /** The shape of one field, or null if the field is not declared. */
        public @Nullable Shape field(String name) {
            return fields.get(name);
        }
    }

    /**
     * A list of as many elements, each of the shape at its place.
     *
     * @since 1.1
     */
    record Items(List<Shape> items) implements Shape {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** All of these matchers hold; each failure is reported. */
    record Match(List<Matcher> matchers) implements Shape {
        public Match {
            matchers = List.copyOf(matchers);
        }
    }

    /**
     * Reads a shape from its data form.
     *
     * @param data plain data; a {@code Shape} may stand anywhere inside it
     * @throws IllegalArgumentException naming every fault, if an argument does not fit its matcher
     */
    static Shape of(@Nullable Object data) {
        var faults = new java.util.ArrayList<ShapeReader.Fault>();
        Shape shape = ShapeReader.read(data, fault -> {
            if (!fault.warning()) {
                faults.add(fault);
            }
        });
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("bad shape: " + ShapeReader.describe(faults));
        }
        return shape;
    }

    /**
     * A shape of fields from alternating names and shapes (as {@code Shape} or as data). Unlike {@link #of}, the top
     * level is always fields, whatever their names are.
     */
    static Fields fields(Object... namesAndShapes) {
        if (namesAndShapes.length % 2 != 0) {
            throw new IllegalArgumentException("Shape.fields takes pairs of name and shape");
        }
        var fields = new LinkedHashMap<String, Shape>();
        for (int i = 0; i < namesAndShapes.length; i += 2) {
            fields.put((String) namesAndShapes[i], of(namesAndShapes[i + 1]));
        }
        return new Fields(fields);
    }

    /** The data form, so that {@code Shape.of(shape.toData())} equals {@code shape} wherever the notation can say it. */
    default @Nullable Object toData() {
        return ShapeReader.data(this);
    }
}
