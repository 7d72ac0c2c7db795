package io.precinct.api.settings;

/**
 * A key with a map from arbitrary names to sections of one kind. Immutable; its identity is that of the object, so keep
 * it in a constant.
 *
 * @since 1.4
 */
public final class SettingsTable implements SettingsMember {
    private final String namePattern;
    private final String nameTakes;
    private final SettingsSection entry;

    private SettingsTable(String namePattern, String nameTakes, SettingsSection entry) {
        this.namePattern = namePattern;
        this.nameTakes = nameTakes;
        this.entry = entry;
    }

    /**
     * A table of sections.
     *
     * @param namePattern regular expression that a whole name matches, which RE2 and JSON Schema understand alike
     * @param nameTakes description of a name, for people: {@code letters, digits and '-'}
     * @param entry the section under a name; its key is the table's
     */
    public static SettingsTable of(String namePattern, String nameTakes, SettingsSection entry) {
        return new SettingsTable(namePattern, nameTakes, entry);
    }

    @Override
    public String key() {
        return entry.key();
    }

    @Override
    public String description() {
        return entry.description();
    }

    /** Regular expression that a whole name matches. */
    public String namePattern() {
        return namePattern;
    }

    /** The description of a name, for people. */
    public String nameTakes() {
        return nameTakes;
    }

    /** The section under a name. */
    public SettingsSection entry() {
        return entry;
    }

    @Override
    public String toString() {
        return entry.key();
    }
}
