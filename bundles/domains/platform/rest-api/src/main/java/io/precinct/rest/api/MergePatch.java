package io.precinct.rest.api;

import io.precinct.api.data.Data;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON Merge Patch (RFC 7396) on plain data. */
public final class MergePatch {
    private MergePatch() {}

    /**
     * Applies {@code patch} to {@code target}: null removes a member, an object is merged recursively, any other value
     * replaces.
     */
    public static @Nullable Object apply(@Nullable Object target, @Nullable Object patch) {
        return Data.freeze(merged(target, patch));
    }

    private static @Nullable Object merged(@Nullable Object target, @Nullable Object patch) {
        if (!(patch instanceof Map<?, ?> changes)) {
            return patch;
        }
        var result = new LinkedHashMap<String, @Nullable Object>();
        if (target instanceof Map<?, ?> before) {
            before.forEach((key, value) -> result.put(String.valueOf(key), value));
        }
        changes.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (value == null) {
                result.remove(name);
            } else {
                result.put(name, merged(result.get(name), value));
            }
        });
        return result;
    }
}
