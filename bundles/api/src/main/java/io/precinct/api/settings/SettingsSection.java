package io.precinct.api.settings;

import java.util.List;

/**
 * A key with a map whose keys are known. Immutable; its identity is that of the object, so keep it in a constant.
 *
 * @since 1.4
 */
public final class SettingsSection implements SettingsMember {
    private final String key;
    private final String description;
    private final List<SettingsMember> members;
    private final List<Setting<?>> together;
    private final boolean mayBeOff;

    private SettingsSection(
            String key, String description, List<SettingsMember> members, List<Setting<?>> together, boolean mayBeOff) {
        this.key = key;
        this.description = description;
        this.members = members;
        this.together = together;
        this.mayBeOff = mayBeOff;
    }

    /** A section with these members, in the order in which documents name them. */
    public static SettingsSection of(String key, String description, SettingsMember... members) {
        return new SettingsSection(key, description, List.of(members), List.of(), false);
    }

    /** The same section; if it has one of these settings, it must have all of them. */
    public SettingsSection together(Setting<?>... settings) {
        return new SettingsSection(key, description, members, List.of(settings), mayBeOff);
    }

    /** The same section, or {@code off} in its place, see {@link Settings#isOff}. Not for the entries of a table. */
    public SettingsSection orOff() {
        return new SettingsSection(key, description, members, together, true);
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public String description() {
        return description;
    }

    /** Its members. */
    public List<SettingsMember> members() {
        return members;
    }

    /** Settings of which it has all or none. */
    public List<Setting<?>> together() {
        return together;
    }

    /** Whether {@code off} may replace it. */
    public boolean mayBeOff() {
        return mayBeOff;
    }

    @Override
    public String toString() {
        return key;
    }
}
