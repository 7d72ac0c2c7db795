package io.precinct.api.settings;

/** A member of a settings file, under a key. */
public sealed interface SettingsMember permits Setting, SettingsSection, SettingsTable {
    /** The key in the file. */
    String key();

    /** Its purpose, as sentences for people. */
    String description();
}
