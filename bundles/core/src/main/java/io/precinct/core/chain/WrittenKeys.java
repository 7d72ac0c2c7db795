package io.precinct.core.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a crossing wrote, by comparing what it was handed with what it hands on. */
final class WrittenKeys {
    private WrittenKeys() {}

    /** The keys of {@code behind} that were not handed on from {@code before}. */
    static List<String> of(@Nullable Object before, @Nullable Object behind) {
        if (!(behind instanceof Map<?, ?> map)) {
            return List.of();
        }
        var keys = new ArrayList<String>();
        map.forEach((key, value) -> {
            if (!(before instanceof Map<?, ?> old) || old.get(key) != value || value == null && !old.containsKey(key)) {
                keys.add(String.valueOf(key));
            }
        });
        return List.copyOf(keys);
    }
}
