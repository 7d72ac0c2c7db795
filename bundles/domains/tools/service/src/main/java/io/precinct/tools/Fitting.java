package io.precinct.tools;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.tools.api.TokenEstimate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cuts an answer so that it fits a number of tokens. Small members stay; lists keep their first elements, and long
 * texts their first lines. What was cut is recorded with its place. Not thread-safe.
 */
final class Fitting {
    /** Tokens that names, quotes and commas around a value cost. */
    private static final int AROUND = 3;

    /** A text with fewer characters than its tokens allow in the worst case needs no estimate. */
    private static final int MOST_TOKENS_OF_A_CHARACTER = 4;

    private static final int MOST_CHARACTERS_OF_A_TOKEN = 12;

    /** Longer texts than any id, cursor or address are cut. */
    private static final int LONGEST_WHOLE = 2_000;

    private final List<Cut> cuts = new ArrayList<>();

    /**
     * A part that was cut.
     *
     * @param at its place as a JSON pointer; empty for the whole answer
     * @param unit {@code elements}, {@code lines}, {@code characters} or {@code members}
     * @param kept the number of kept units
     * @param of the number of all units
     */
    record Cut(String at, String unit, int kept, int of) {
        /** Returns the number of names and indices in the place. */
        int depth() {
            return (int) at.chars().filter(c -> c == '/').count();
        }

        @Override
        public String toString() {
            return unit.equals("members")
                    ? at + " left out"
                    : (at.isEmpty() ? "" : at + ": ") + kept + " of " + of + " " + unit;
        }
    }

    /** Returns what was cut. */
    List<Cut> cuts() {
        return Collections.unmodifiableList(cuts);
    }

    /** Whether elements of a member of the answer were cut, or the whole member. */
    boolean hasCut(String member) {
        return cuts.stream().anyMatch(cut -> cut.at().equals("/" + member));
    }

    /** Returns the number of tokens of a value as compact JSON. */
    static int tokens(@Nullable Object value) {
        return TokenEstimate.of(Json.compact(value));
    }

    /** Whether a value fits, without an estimate where its length tells. */
    static boolean fits(@Nullable Object value, int budget) {
        if (value instanceof Number || value instanceof Boolean || value == null) {
            return true;
        }
        String json = Json.compact(value);
        return json.length() <= budget / MOST_TOKENS_OF_A_CHARACTER
                || json.length() / MOST_CHARACTERS_OF_A_TOKEN <= budget && TokenEstimate.of(json) <= budget;
    }

    /** Returns the value, cut if it has more than {@code budget} tokens. */
    @Nullable
    Object fit(@Nullable Object value, int budget) {
        return fits(value, budget) ? value : cut("", value, budget);
    }

    private @Nullable Object cut(String at, @Nullable Object value, int budget) {
        return switch (value) {
            case String text -> text(at, text, budget);
            case List<?> list -> list(at, list, budget);
            case Map<?, ?> object -> object(at, object, budget);
            case null, default -> value;
        };
    }

    /** Keeps the longest beginning that fits, of whole lines if it has any. */
    private String text(String at, String text, int budget) {
        int low = 0;
        int high = (int) Math.min(text.length(), (long) budget * MOST_CHARACTERS_OF_A_TOKEN);
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (fits(text.substring(0, middle), budget)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        int line = text.lastIndexOf('\n', low - 1) + 1;
        if (line > 0) {
            String kept = text.substring(0, line);
            cuts.add(new Cut(at, "lines", lines(kept), lines(text)));
            return kept;
        }
        if (low > 0 && low < text.length() && Character.isHighSurrogate(text.charAt(low - 1))) {
            low--;
        }
        cuts.add(new Cut(at, "characters", low, text.length()));
        return text.substring(0, low);
    }

    private static int lines(String text) {
        int ends = (int) text.chars().filter(c -> c == '\n').count();
        return text.endsWith("\n") ? ends : ends + 1;
    }

    /** Keeps the first elements; the first one is cut if it does not fit alone. */
    private List<@Nullable Object> list(String at, List<?> list, int budget) {
        List<@Nullable Object> kept = new ArrayList<>();
        int left = budget - AROUND;
        for (Object element : list) {
            int cost = tokens(element) + 1;
            if (cost > left) {
                break;
            }
            kept.add(element);
            left -= cost;
        }
        if (kept.isEmpty() && !list.isEmpty()) {
            kept.add(cut(at + "/0", list.getFirst(), left));
        }
        if (kept.size() < list.size()) {
            cuts.add(new Cut(at, "elements", kept.size(), list.size()));
        }
        return Data.freezeList(kept);
    }

    /**
     * Shares the budget among the members. First come those that would be worthless in parts, such as an id or a cursor;
     * they are kept whole or not at all. Each of the others gets what it needs, from the smallest to the largest, as long
     * as the share of the remaining ones suffices.
     */
    private Map<String, @Nullable Object> object(String at, Map<?, ?> object, int budget) {
        Map<String, Integer> costs = new LinkedHashMap<>();
        object.forEach((name, member) ->
                costs.put(String.valueOf(name), TokenEstimate.of(String.valueOf(name)) + AROUND + tokens(member)));
        List<Map.Entry<String, Integer>> smallestFirst = new ArrayList<>(costs.entrySet());
        smallestFirst.sort(Map.Entry.comparingByValue());
        Map<String, Integer> shares = new LinkedHashMap<>();
        int left = budget - AROUND;
        for (Map.Entry<String, Integer> member : smallestFirst) {
            if (isIndivisible(object.get(member.getKey())) && member.getValue() <= left) {
                shares.put(member.getKey(), member.getValue());
                left -= member.getValue();
            }
        }
        smallestFirst.removeIf(member -> isIndivisible(object.get(member.getKey())));
        shares.putAll(shares(smallestFirst, left));
        Map<String, @Nullable Object> kept = new LinkedHashMap<>();
        object.forEach((key, member) -> {
            String name = String.valueOf(key);
            Integer share = shares.get(name);
            if (share != null) {
                int room = share - TokenEstimate.of(name) - AROUND;
                kept.put(name, fits(member, room) ? member : cut(at + "/" + pointed(name), member, Math.max(0, room)));
            }
        });
        object.forEach((key, member) -> {
            if (!kept.containsKey(String.valueOf(key))) {
                cuts.add(new Cut(at + "/" + pointed(String.valueOf(key)), "members", 0, 1));
            }
        });
        return Data.freezeMap(kept);
    }

    /** Whether a part of a value is of no use: it is a short text of one line, or no text, list or object at all. */
    private static boolean isIndivisible(@Nullable Object value) {
        return switch (value) {
            case String text -> text.length() <= LONGEST_WHOLE && text.indexOf('\n') < 0;
            case List<?> _, Map<?, ?> _ -> false;
            case null, default -> true;
        };
    }

    /** Returns the tokens that each kept member may have. */
    private static Map<String, Integer> shares(Collection<Map.Entry<String, Integer>> smallestFirst, int budget) {
        Map<String, Integer> shares = new LinkedHashMap<>();
        int left = budget;
        int waiting = smallestFirst.size();
        for (Map.Entry<String, Integer> member : smallestFirst) {
            int share = Math.min(member.getValue(), left / waiting);
            if (share > AROUND + TokenEstimate.of(member.getKey())) {
                shares.put(member.getKey(), share);
                left -= share;
            }
            waiting--;
        }
        return shares;
    }

    private static String pointed(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
