package io.precinct.config.settings;

import io.precinct.api.settings.Setting;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one owner uses of settings that only a restart changes, once it has taken any. Not thread-safe. */
public final class InUse {
    private final Map<Setting<?>, Optional<Object>> taken = new IdentityHashMap<>();
    private final Map<Setting<?>, Optional<Object>> read = new IdentityHashMap<>();

    /** The value that is in use; a warning where the file says another one. */
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

    /** The same, for another reading. */
    public InUse copy() {
        var copy = new InUse();
        copy.taken.putAll(taken);
        return copy;
    }

    /** What was read last is in use from now on. */
    public void take() {
        taken.putAll(read);
    }
}
