package io.precinct.core.chain;

import io.precinct.core.api.config.LateTag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces the late tags in plain data by their resolved values. For a single use. */
final class LateTagSubstitution {
    private final LateTags tags;
    private final List<String> failures = new ArrayList<>();

    LateTagSubstitution(LateTags tags) {
        this.tags = tags;
    }

    /** The tags that failed, each with its place: {@code params.id: nothing is saved as x}. */
    List<String> failures() {
        return failures;
    }

    /** The map with its tags replaced; a tag that failed is replaced by null. */
    Map<String, @Nullable Object> map(Map<?, ?> data) {
        return map(data, "");
    }

    private Map<String, @Nullable Object> map(Map<?, ?> data, String place) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        data.forEach((key, value) ->
                map.put(String.valueOf(key), value(value, place.isEmpty() ? String.valueOf(key) : place + "." + key)));
        return map;
    }

    private @Nullable Object value(@Nullable Object data, String place) {
        return switch (data) {
            case LateTag tag ->
                switch (tags.of(tag)) {
                    case LateTags.Outcome.Value(var value) -> value;
                    case LateTags.Outcome.Failure(String reason) -> {
                        failures.add(place + ": " + reason);
                        yield null;
                    }
                };
            case Map<?, ?> map -> map(map, place);
            case List<?> list -> {
                var items = new ArrayList<@Nullable Object>();
                for (int i = 0; i < list.size(); i++) {
                    items.add(value(list.get(i), place + "[" + i + "]"));
                }
                yield items;
            }
            case null, default -> data;
        };
    }
}
