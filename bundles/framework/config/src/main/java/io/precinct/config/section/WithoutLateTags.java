package io.precinct.config.section;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.config.LateTag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario expects as far as it is known at load: a late tag becomes a shape that matches everything, and a
 * matcher whose argument is a late tag is left out. Everything else keeps its place, so that faults are found there.
 * Stateless.
 */
final class WithoutLateTags {
    private static final Shape ANYTHING = new Shape.Match(List.of());
    private static final Set<String> MATCHERS = Set.copyOf(Matcher.NAMES);

    private WithoutLateTags() {}

    static Map<String, @Nullable Object> of(Map<?, ?> fields) {
        var known = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((name, value) -> known.put(String.valueOf(name), value(value)));
        return known;
    }

    private static @Nullable Object value(@Nullable Object data) {
        return switch (data) {
            case LateTag _ -> ANYTHING;
            case Map<?, ?> map when !map.isEmpty() && MATCHERS.containsAll(map.keySet()) -> matchers(map);
            case Map<?, ?> map -> of(map);
            case List<?> list -> {
                var known = new ArrayList<@Nullable Object>();
                list.forEach(item -> known.add(value(item)));
                yield known;
            }
            case null, default -> data;
        };
    }

    private static Object matchers(Map<?, ?> map) {
        var known = new LinkedHashMap<Object, @Nullable Object>();
        map.forEach((name, argument) -> {
            if (!(argument instanceof LateTag) && !isListOfKeys(name, argument)) {
                known.put(name, value(argument));
            }
        });
        return known.isEmpty() ? ANYTHING : known;
    }

    private static boolean isListOfKeys(@Nullable Object matcher, @Nullable Object argument) {
        return "keys".equals(matcher)
                && argument instanceof List<?> list
                && list.stream().anyMatch(LateTag.class::isInstance);
    }
}
