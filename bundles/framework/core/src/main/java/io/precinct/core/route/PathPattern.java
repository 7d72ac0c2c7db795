package io.precinct.core.route;

import io.precinct.common.uri.PercentCoding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path of a route: static segments, {@code :name} for one segment, a last {@code *name} for the rest.
 *
 * @param text the pattern as it was written
 * @param segments the segments in order
 */
public record PathPattern(String text, List<Segment> segments) {
    /** One segment of a pattern. */
    public sealed interface Segment {
        /** Matches itself, compared after decoding. */
        record Static(String text) implements Segment {}

        /** Matches any one segment that is not empty. */
        record Variable(String name) implements Segment {}

        /** Matches one or more last segments. */
        record Rest(String name) implements Segment {}
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if {@code text} is not a pattern; the message is that of {@link #fault}
     */
    public static PathPattern of(String text) {
        String fault = fault(text);
        if (fault != null) {
            throw new IllegalArgumentException(text + ": " + fault);
        }
        var segments = new ArrayList<Segment>();
        for (String part : text.substring(1).split("/", -1)) {
            segments.add(
                    part.startsWith(":")
                            ? new Segment.Variable(part.substring(1))
                            : part.startsWith("*")
                                    ? new Segment.Rest(part.substring(1))
                                    : new Segment.Static(PercentCoding.decode(part)));
        }
        return new PathPattern(text, List.copyOf(segments));
    }

    /** What is wrong with a pattern, or null if it is valid. */
    public static @Nullable String fault(String text) {
        if (!text.startsWith("/")) {
            return "a path pattern begins with /";
        }
        String[] parts = text.substring(1).split("/", -1);
        var names = new HashSet<String>();
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i];
            boolean rest = part.startsWith("*");
            if (rest && i < parts.length - 1) {
                return "*" + part.substring(1) + " stands for the rest of the path and must come last";
            }
            if (rest || part.startsWith(":")) {
                String name = part.substring(1);
                if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                    return "\"" + part + "\" names no variable; a name is letters, digits and _";
                }
                if (!names.add(name)) {
                    return "the variable " + name + " stands twice";
                }
            } else if (PercentCoding.decodeOrNull(part) == null) {
                return "\"" + part + "\" is not well percent-encoded";
            }
        }
        return null;
    }

    /** The pattern without the names of its variables: two routes of the same shape and method collide. */
    public String shape() {
        var shape = new StringBuilder();
        for (Segment segment : segments) {
            shape.append('/')
                    .append(
                            switch (segment) {
                                case Segment.Static s -> PercentCoding.encode(s.text());
                                case Segment.Variable _ -> ":";
                                case Segment.Rest _ -> "*";
                            });
        }
        return shape.toString();
    }
}
