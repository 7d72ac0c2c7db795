package io.precinct.api.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The content of a map of a settings file. A value that does not fit its declaration has been reported and reads as
 * absent. Values do not change; problems are reported only while {@link SettingsSource.Owner#prepare} runs, on its
 * thread.
 *
 * @since 1.4
 */
@ProviderType
public interface Settings {
    /** The value of a setting of this map, or its default; null if there is neither. */
    <T> @Nullable T get(Setting<T> setting);

    /**
     * As {@link #get}, for a setting with a default.
     *
     * @throws IllegalStateException if it has none and the file has no valid value for it
     */
    default <T> T need(Setting<T> setting) {
        T value = get(setting);
        if (value == null) {
            throw new IllegalStateException(name(setting) + " is absent and has no default");
        }
        return value;
    }

    /** Whether the file has this member, with a valid value or not. */
    boolean says(SettingsMember member);

    /** Whether the file has {@code off} instead of a section that {@linkplain SettingsSection#mayBeOff may be} so. */
    boolean isOff(SettingsSection section);

    /** The section below this map; an empty one if the file has none. */
    Settings section(SettingsSection section);

    /** The entries of a table below this map by their names, in the order of the file. */
    Map<String, Settings> table(SettingsTable table);

    /** A member's name in problems: {@code database.url}. */
    String name(SettingsMember member);

    /** The folder of the file. */
    Path folder();

    /**
     * Reports a fault that keeps the whole file from taking effect.
     *
     * @param at the setting whose value has the fault; if it is absent, the fault is reported at its map
     * @param message what is wrong, without any secret
     * @param hint what to do, or null
     */
    void error(SettingsMember at, String message, @Nullable String hint);

    /**
     * As {@link #error(SettingsMember, String, String)}, for an item of a list.
     *
     * @param item its index in the list that {@link #get} returns; other entries in the file do not count
     */
    void error(Setting<? extends List<?>> at, int item, String message, @Nullable String hint);

    /** Reports an oddity that is no obstacle; otherwise as {@link #error(SettingsMember, String, String)}. */
    void warn(SettingsMember at, String message, @Nullable String hint);
}
