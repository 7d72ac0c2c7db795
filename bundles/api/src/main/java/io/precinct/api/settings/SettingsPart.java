package io.precinct.api.settings;

import java.util.List;

/**
 * The members of a settings file that belong to one owner. Immutable.
 *
 * @param file its name in the configuration folder
 * @param members keys at the top of the file
 * @since 1.4
 */
public record SettingsPart(String file, List<SettingsMember> members) {
    public SettingsPart {
        members = List.copyOf(members);
    }

    /** These members of a file. */
    public static SettingsPart of(String file, SettingsMember... members) {
        return new SettingsPart(file, List.of(members));
    }
}
