package io.precinct.shapes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way in which data is not of a shape.
 *
 * @param path where, as {@code items[0].name}; {@code (root)} for the value as a whole. A key that would not read well in a
 *     path stands in brackets as a JSON string
 * @param expected the matcher, literal or map of fields that failed, as compact JSON of at most 200 characters, an ellipsis
 *     included
 * @param got what was there, likewise; or {@code missing}; or {@code not inspectable} for what lies inside a raw body; or
 *     {@code not resolved: …} where it is unknown what was expected
 */
// @req:failure-text
public record Failure(String path, String expected, String got) {
    static final String MISSING = "missing";
    static final String NOT_INSPECTABLE = "not inspectable";

    /** A failure of plain data against plain data; both are written as JSON and cut to length. */
    public static Failure of(String path, @Nullable Object expected, @Nullable Object got) {
        return new Failure(path, BoundedJson.text(expected), BoundedJson.text(got));
    }

    /** A failure of something that is not there. */
    public static Failure missing(String path, @Nullable Object expected) {
        return new Failure(path, BoundedJson.text(expected), MISSING);
    }

    /** A failure of something inside a body that is not looked into: raw, or a stream. */
    public static Failure notInspectable(String path, @Nullable Object expected) {
        return new Failure(path, BoundedJson.text(expected), NOT_INSPECTABLE);
    }

    /**
     * A failure of what could not be resolved, so that nothing could be compared.
     *
     * @param path keys (String) and indices (Integer) from the root
     * @param reason why not
     * @since 1.1
     */
    public static Failure unresolved(List<?> path, @Nullable Object expected, String reason) {
        return new Failure(Path.of(path).text(), BoundedJson.text(expected), "not resolved: " + reason);
    }

    /**
     * Whether this failure lies at a place or inside it.
     *
     * @param place as {@link #path}
     * @since 1.1
     */
    public boolean within(String place) {
        return path.startsWith(place)
                && (path.length() == place.length() || ".[".indexOf(path.charAt(place.length())) >= 0);
    }

    /** As it is served: {@code items[0].name: expected {"matches":"^h"}, got "bye"}. */
    public String text() {
        return path + ": expected " + expected + ", got " + got;
    }
}
