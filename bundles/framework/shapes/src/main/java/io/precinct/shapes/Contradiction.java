package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds matchers of one value that no value can match together. */
final class Contradiction {
    private Contradiction() {}

    /** A sentence about the contradiction, or null if none was found. */
    static @Nullable String in(List<Matcher> matchers) {
        Object least = null;
        Object most = null;
        for (Matcher matcher : matchers) {
            switch (matcher) {
                case Matcher.Gte gte -> least = gte.bound();
                case Matcher.Lte lte -> most = lte.bound();
                default -> {
                    // Only bounds are compared: they are what authors confuse.
                }
            }
        }
        return least == null || most == null ? null : between(least, most);
    }

    private static @Nullable String between(Object least, Object most) {
        if (least instanceof Number low && most instanceof Number high) {
            return Data.compare(low, high) > 0 ? apart(least, most) : null;
        }
        Instant from = least instanceof String text ? IsoTimestamp.parse(text) : null;
        Instant to = most instanceof String text ? IsoTimestamp.parse(text) : null;
        if (from != null && to != null) {
            return from.isAfter(to) ? apart(least, most) : null;
        }
        boolean mixed = (from != null && most instanceof Number) || (least instanceof Number && to != null);
        return mixed ? "one bound is a number and the other a moment, so this never holds" : null;
    }

    private static String apart(Object least, Object most) {
        return "gte " + BoundedJson.text(least) + " is above lte " + BoundedJson.text(most) + ", so this never holds";
    }
}
