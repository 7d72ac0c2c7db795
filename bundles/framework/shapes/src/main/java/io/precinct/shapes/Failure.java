package io.precinct.shapes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way in which data fails to match a shape.
 *
 * @param path the place of the failure, such as {@code items[0].name}; {@code (root)} for the value as a whole. A key
 *     that would be ambiguous in a path is written in brackets as a JSON string
 * @param expected the matcher, literal or map of fields that failed, as compact JSON of at most 200 characters,
 *     including the ellipsis if it was cut
 * @param got the actual value, likewise; or {@code missing}; or {@code not inspectable} inside a raw body; or
 *     {@code not resolved: …} if the expected value is not known; or how many {@code further elements} of a list fail
 */
// @req:failure-text
public record Failure(String path, String expected, String got) {
    static final String MISSING = "missing";
    static final String NOT_INSPECTABLE = "not inspectable";

    /** A failure with these values, plain data, which are written as JSON and cut to length. */
    public static Failure of(String path, @Nullable Object expected, @Nullable Object got) {
        return new Failure(path, BoundedJson.text(expected), BoundedJson.text(got));
    }

    /** A failure because a value is missing. */
    public static Failure missing(String path, @Nullable Object expected) {
        return new Failure(path, BoundedJson.text(expected), MISSING);
    }

    /** A failure because a value would be inside a body that cannot be inspected: a raw body or a stream. */
    public static Failure notInspectable(String path, @Nullable Object expected) {
        return new Failure(path, BoundedJson.text(expected), NOT_INSPECTABLE);
    }

    /**
     * A failure because the expected value could not be resolved, so that nothing was compared.
     *
     * @param path keys (String) and indices (Integer) from the root
     * @param reason why it could not be resolved
     * @since 1.1
     */
    public static Failure unresolved(List<?> path, @Nullable Object expected, String reason) {
        return new Failure(Path.of(path).text(), BoundedJson.text(expected), "not resolved: " + reason);
    }

    /**
     * Whether the path of this failure is a place or inside it.
     *
     * @param place as {@link #path}
     * @since 1.1
     */
    public boolean within(String place) {
        return path.startsWith(place)
                && (path.length() == place.length() || ".[".indexOf(path.charAt(place.length())) >= 0);
    }

    /** The failure as text in answers: {@code items[0].name: expected {"matches":"^h"}, got "bye"}. */
    public String text() {
        return path + ": expected " + expected + ", got " + got;
    }
}
