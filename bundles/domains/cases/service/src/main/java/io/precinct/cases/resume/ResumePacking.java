package io.precinct.cases.resume;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills an answer up to a budget of tokens: of each part as much as fits, the most needed first. Not thread-safe.
 */
final class ResumePacking {
    /** For {@code left_out} with a number for each part. */
    private static final int REPORT = 45;

    /** How much longer than a short text a text may be that is still whole. */
    private static final int SLACK = 20;

    private final Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    private int left;

    /** A part: its elements in order, of which the first ones are taken. */
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
            left -= Tokens.of(name) + 3;
        }

        /** Takes so many more, as long as they fit. */
        Part take(int more) {
            for (int i = 0; i < more && !full && taken < elements.size(); i++) {
                int cost = Tokens.of(Json.compact(elements.get(taken))) + 1;
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

    /** An answer of at most so many tokens. */
    ResumePacking(int budget) {
        left = budget - REPORT;
    }

    /** A member that is there whatever it costs. */
    void put(String name, @Nullable Object value) {
        answer.put(name, value);
        left -= Tokens.of(name) + Tokens.of(Json.compact(value)) + 3;
    }

    /**
     * A list of the answer.
     *
     * @param total how many elements there are, of which these are the first
     */
    Part part(String name, List<? extends Map<String, @Nullable Object>> elements, long total) {
        var part = new Part(name, elements, total);
        parts.add(part);
        return part;
    }

    /** Goes round all parts until nothing fits any more; the answer, with what was left out of it. */
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

    /** The beginning of a text in one line, ended by an ellipsis if it goes on. */
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
