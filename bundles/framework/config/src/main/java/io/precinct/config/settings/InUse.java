package io.precinct.config.settings;

import io.precinct.api.settings.Setting;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values that one owner uses of settings that need a restart to change. Not thread-safe. */
public final class InUse {
    private final Map<Setting<?>, Optional<Object>> taken = new IdentityHashMap<>();
    private final Map<Setting<?>, Optional<Object>> read = new IdentityHashMap<>();

    /**
     * The value that is in use, or {@code value} if none is. Warns if the file has another value than the one in use.
     */
    @Nullable
    Object keep(Setting<?> setting, String name, @Nullable Object value, Section section) {
        Optional<Object> used = taken.get(setting);
        if (used == null) {
            read.put(setting, Optional.ofNullable(value));
            return value;
        }
        if (!Objects.equals(used.orElse(null), value)) {
            section.problems()
                    .warn(
                            section.at(setting.key()),
                            name + " has changed and needs a restart; what was read before stays in use",
                            "restart to use it");
        }
        return used.orElse(null);
    }

    /** A copy with the same values in use, for another reading of the file. */
    public InUse copy() {
        var copy = new InUse();
        copy.taken.putAll(taken);
        return copy;
    }

    /** Puts the values that were read last into use. */
    public void take() {
        taken.putAll(read);
    }
}
