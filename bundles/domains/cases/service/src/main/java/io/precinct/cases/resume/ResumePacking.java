package io.precinct.cases.resume;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.tools.api.TokenEstimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills a response up to a budget of tokens. The caller takes the most important elements first; the rest fills up
 * evenly. Not thread-safe.
 */
final class ResumePacking {
    /** Tokens reserved for {@code left_out} with a number for each part. */
    private static final int REPORT = 45;

    /** Characters by which a text may exceed the limit without being shortened. */
    private static final int SLACK = 20;

    private final Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    private int left;

    /** A part of the response: a list whose first elements are taken. */
    final class Part {
        private final String name;
        private final List<? extends Map<String, @Nullable Object>> elements;
        private final long total;
        private int taken;
        private boolean full;

        private Part(String name, List<? extends Map<String, @Nullable Object>> elements, long total) {
            this.name = name;
            this.elements = elements;
            this.total = total;
            left -= TokenEstimate.of(name) + 3;
        }

        /** Takes up to {@code more} further elements while they fit. */
        Part take(int more) {
            for (int i = 0; i < more && !full && taken < elements.size(); i++) {
                int cost = TokenEstimate.of(Json.compact(elements.get(taken))) + 1;
                full = cost > left;
                if (!full) {
                    left -= cost;
                    taken++;
                }
            }
            return this;
        }

        private boolean isDone() {
            return full || taken == elements.size();
        }
    }

    private final List<Part> parts = new ArrayList<>();

    /** Starts a response of at most {@code budget} tokens. */
    ResumePacking(int budget) {
        left = budget - REPORT;
    }

    /** Adds a member at any cost. */
    void put(String name, @Nullable Object value) {
        answer.put(name, value);
        left -= TokenEstimate.of(name) + TokenEstimate.of(Json.compact(value)) + 3;
    }

    /**
     * Adds a list to the response.
     *
     * @param total the full number of elements; {@code elements} may be only the first of them
     */
    Part part(String name, List<? extends Map<String, @Nullable Object>> elements, long total) {
        var part = new Part(name, elements, total);
        parts.add(part);
        return part;
    }

    /**
     * Takes elements from all parts in turn until none fits; returns the response with the counts of what was left out.
     */
    Map<String, @Nullable Object> fill() {
        while (!parts.stream().allMatch(Part::isDone)) {
            parts.forEach(part -> part.take(1));
        }
        Map<String, @Nullable Object> leftOut = new LinkedHashMap<>();
        for (Part part : parts) {
            answer.put(part.name, Data.freezeList(part.elements.subList(0, part.taken)));
            if (part.total > part.taken) {
                leftOut.put(part.name, part.total - part.taken);
            }
        }
        answer.put("left_out", leftOut);
        return Data.freezeMap(answer);
    }

    /** Returns the beginning of a text on one line, with an ellipsis if the text was shortened. */
    static @Nullable String beginning(@Nullable String text, int most) {
        if (text == null) {
            return null;
        }
        String line = text.strip().replaceAll("\\s+", " ");
        if (line.length() <= most + SLACK) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most;
        return line.substring(0, end).stripTrailing() + "…";
    }
}
