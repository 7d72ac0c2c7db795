package io.precinct.cases.resume;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.tools.api.TokenEstimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills a response up to a budget of tokens. The caller takes the most important elements first; the rest fills up
 * evenly. Not thread-safe.
 */
final class ResumePacking {
    /** Tokens reserved for {@code left_out} with a number for each part. */
    private static final int REPORT = 45;

    /** Characters by which a text may exceed the limit without being shortened; at most as many as the limit has. */
    private static final int SLACK = 20;

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    private int left;

    /** A part of the response: a list whose first elements are taken. */
    final class Part {
        private final String name;
        private final int size;
        private final IntFunction<Map<String, @Nullable Object>> elements;
        private final boolean more;
        private final List<Map<String, @Nullable Object>> taken = new ArrayList<>();
        private boolean full;

        private Part(String name, int size, IntFunction<Map<String, @Nullable Object>> elements, boolean more) {
            this.name = name;
            this.size = size;
            this.elements = elements;
            this.more = more;
            left -= TokenEstimate.of(name) + 3;
        }

        /** Takes up to {@code count} further elements while they fit. */
        Part take(int count) {
            for (int i = 0; i < count && !isDone(); i++) {
                Map<String, @Nullable Object> next = elements.apply(taken.size());
                int cost = TokenEstimate.of(Json.compact(next)) + 1;
                full = cost > left;
                if (!full) {
                    left -= cost;
                    taken.add(next);
                }
            }
            return this;
        }

        private boolean isDone() {
            return full || taken.size() == size;
        }
    }

    private final Map<String, Part> parts = new LinkedHashMap<>();

    /** Starts a response of at most {@code budget} tokens. */
    ResumePacking(int budget) {
        left = budget - REPORT;
    }

    /** Adds a member at any cost. */
    void put(String name, @Nullable Object value) {
        answer.put(name, value);
        left -= TokenEstimate.of(name) + TokenEstimate.of(Json.compact(value)) + 3;
    }

    /** Whether a value fits, and so many tokens besides it. */
    boolean fits(Object value, int besides) {
        return TokenEstimate.of(Json.compact(value)) + besides <= left;
    }

    /**
     * Adds a list to the response.
     *
     * @param shown returns an element as the response has it
     * @param more whether there are more elements than these, which no response has
     */
    <T> Part part(String name, List<T> elements, Function<T, Map<String, @Nullable Object>> shown, boolean more) {
        var part = new Part(name, elements.size(), at -> shown.apply(elements.get(at)), more);
        parts.put(name, part);
        return part;
    }

    /** Takes elements from all parts in turn until none fits. */
    ResumePacking fill() {
        while (!parts.values().stream().allMatch(Part::isDone)) {
            parts.values().forEach(part -> part.take(1));
        }
        return this;
    }

    /** Whether there is anything that the filled response does not have. */
    boolean isPartial() {
        return parts.values().stream().anyMatch(part -> part.more || part.taken.size() < part.size);
    }

    /**
     * Returns the filled response with the counts of what was left out.
     *
     * @param largest the response with the largest budget; what it does not have either is not counted, because no
     *     budget brings it
     */
    Map<String, @Nullable Object> answer(ResumePacking largest) {
        Map<String, @Nullable Object> leftOut = new LinkedHashMap<>();
        for (Part part : parts.values()) {
            answer.put(part.name, Data.freezeList(part.taken));
            Part most = largest.parts.getOrDefault(part.name, part);
            if (most.taken.size() > part.taken.size()) {
                leftOut.put(part.name, most.taken.size() - part.taken.size());
            }
        }
        answer.put("left_out", leftOut);
        return Data.freezeMap(answer);
    }

    /** Returns a text on one line. */
    static String line(String text) {
        return BLANKS.matcher(text.strip()).replaceAll(" ");
    }

    /**
     * Returns the beginning of a line, with an ellipsis if it was shortened.
     *
     * @param most about how many characters it may have; with 1 or less only the ellipsis remains
     */
    static String beginning(String line, int most) {
        if (line.length() <= most + Math.min(SLACK, most)) {
            return line;
        }
        if (most <= 1) {
            return "…";
        }
        int end = Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most;
        return line.substring(0, end).stripTrailing() + "…";
    }
}
