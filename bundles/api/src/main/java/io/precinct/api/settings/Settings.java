package io.precinct.api.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What a map of a settings file says. Whatever does not fit its declaration has been reported and reads as absent. Values
 * do not change; problems are reported only while {@link SettingsSource.Owner#prepare} runs, on its thread.
 *
 * @since 1.4
 */
@ProviderType
public interface Settings {
    /** The value of a setting of this map, or its default; null if there is neither. */
    <T> @Nullable T get(Setting<T> setting);

    /**
     * As {@link #get}, of a setting with a default.
     *
     * @throws IllegalStateException if it has none and the file says nothing good of it
     */
    default <T> T need(Setting<T> setting) {
        T value = get(setting);
        if (value == null) {
            throw new IllegalStateException(name(setting) + " is absent and has no default");
        }
        return value;
    }

    /** Whether the file says anything of it, be it good or not. */
    boolean says(SettingsMember member);

    /** Whether the file says {@code off} in place of a section that {@linkplain SettingsSection#mayBeOff may be} so. */
    boolean isOff(SettingsSection section);

    /** The section below this map; an empty one if the file has none. */
    Settings section(SettingsSection section);

    /** The entries of a table below this map by their names, in the order of the file. */
    Map<String, Settings> table(SettingsTable table);

    /** A member as problems call it: {@code database.url}. */
    String name(SettingsMember member);

    /** The folder of the file. */
    Path folder();

    /**
     * Reports what keeps the whole file from taking effect.
     *
     * @param at the setting whose value has the fault; if it is absent, the fault is reported at its map
     * @param message what is wrong, without any secret
     * @param hint what to do, or null
     */
    void error(SettingsMember at, String message, @Nullable String hint);

    /**
     * As {@link #error(SettingsMember, String, String)}, of an item of a list.
     *
     * @param item its place in the list as {@link #get} gives it; what else stands in the file does not count
     */
    void error(Setting<? extends List<?>> at, int item, String message, @Nullable String hint);

    /** Reports what is odd but serves; as {@link #error(SettingsMember, String, String)} otherwise. */
    void warn(SettingsMember at, String message, @Nullable String hint);
}
