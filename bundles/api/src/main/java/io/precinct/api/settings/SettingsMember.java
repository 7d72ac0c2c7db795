package io.precinct.api.settings;

/** What may stand under a key of a settings file. */
public sealed interface SettingsMember permits Setting, SettingsSection, SettingsTable {
    /** The key in the file. */
    String key();

    /** What it is for, as sentences for people. */
    String description();
}
