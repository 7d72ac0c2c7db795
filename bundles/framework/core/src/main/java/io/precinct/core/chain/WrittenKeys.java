package io.precinct.core.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the keys that a crossing wrote, by comparing the payloads before and after it. */
final class WrittenKeys {
    private WrittenKeys() {}

    /** The keys of {@code after} whose values are not those of {@code before}, compared by identity. */
    static List<String> of(@Nullable Object before, @Nullable Object after) {
        if (!(after instanceof Map<?, ?> map)) {
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
