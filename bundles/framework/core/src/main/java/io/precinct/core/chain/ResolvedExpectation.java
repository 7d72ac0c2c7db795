package io.precinct.core.chain;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.Scenario.Unresolved;
import io.precinct.core.api.config.LateTag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The expectation of a scenario, with its late tags replaced by their resolved values. If a tag fails, the part around
 * the tag is dropped in such a way that the rest never expects more than before: a list or a negation is dropped as a
 * whole. For a single use.
 */
final class ResolvedExpectation {
    /** Matches everything; replaces a field whose tag failed. */
    private static final Shape ANYTHING = new Shape.Match(List.of());

    private static final Object GONE = new Object();
    private static final Set<String> MATCHERS = Set.copyOf(Matcher.NAMES);

    private final LateTags tags;
    private final List<Unresolved> unresolved = new ArrayList<>();
    private final List<Object> path = new ArrayList<>();
    private final List<String> matchers = new ArrayList<>();

    ResolvedExpectation(LateTags tags) {
        this.tags = tags;
    }

    /** The tags that failed, in the order of the expectation. */
    List<Unresolved> unresolved() {
        return unresolved;
    }

    /** The fields of {@code expected}, with their tags resolved. */
    Map<String, @Nullable Object> fields(Map<?, ?> expected) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        expected.forEach((key, value) -> {
            String name = String.valueOf(key);
            Object resolved = at(name, value);
            fields.put(name, resolved == GONE ? ANYTHING : resolved);
        });
        return fields;
    }

    /**
     * Resolves what is expected of a member or an item of the payload. The matchers around it do not apply inside it.
     */
    private @Nullable Object at(Object place, @Nullable Object data) {
        List<String> outer = List.copyOf(matchers);
        path.add(place);
        matchers.clear();
        Object resolved = value(data);
        path.removeLast();
        matchers.addAll(outer);
        return resolved;
    }

    private @Nullable Object value(@Nullable Object data) {
        return switch (data) {
            case LateTag tag -> tag(tag);
            case List<?> list -> list(list);
            case Map<?, ?> map when map.isEmpty() -> map;
            case Map<?, ?> map when MATCHERS.containsAll(map.keySet()) -> matchers(map);
            case Map<?, ?> map -> fields(map);
            case null, default -> data;
        };
    }

    private @Nullable Object tag(LateTag tag) {
        return switch (tags.of(tag)) {
            case LateTags.Outcome.Value(var value) -> value;
            case LateTags.Outcome.Failure(String reason) -> {
                Object shown = tag.toString();
                for (String matcher : matchers.reversed()) {
                    shown = Map.of(matcher, shown);
                }
                unresolved.add(new Unresolved(path, shown, reason));
                yield GONE;
            }
        };
    }

    private Object list(List<?> list) {
        var resolved = new ArrayList<@Nullable Object>();
        for (int i = 0; i < list.size(); i++) {
            boolean literal = matchers.isEmpty();
            if (literal) {
                path.add(i);
            }
            resolved.add(value(list.get(i)));
            if (literal) {
                path.removeLast();
            }
        }
        return resolved.contains(GONE) ? GONE : resolved;
    }

    private Object matchers(Map<?, ?> map) {
        var resolved = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, argument) -> {
            String name = String.valueOf(key);
            int failed = unresolved.size();
            Object value = argument(name, argument);
            boolean whole = !name.equals("not") || unresolved.size() == failed;
            if (value != GONE && whole) {
                resolved.put(name, value);
            }
        });
        return resolved.isEmpty() ? ANYTHING : resolved;
    }

    private @Nullable Object argument(String matcher, @Nullable Object argument) {
        if (matcher.equals("first")) {
            return at(0, argument);
        }
        matchers.add(matcher);
        Object value = value(argument);
        matchers.removeLast();
        return value;
    }
}
