package io.precinct.config.settings;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsTable;
import io.precinct.config.section.Section;
import io.precinct.config.yaml.YamlNode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A map of a settings file, read by what is declared of it. */
public final class SettingsMap implements Settings {
    private final Section section;
    private final Path folder;
    private final InUse inUse;
    private final Map<Setting<?>, Object> values = new IdentityHashMap<>();
    private final Map<SettingsSection, Settings> sections = new IdentityHashMap<>();
    private final Map<SettingsTable, Map<String, Settings>> tables = new IdentityHashMap<>();

    private SettingsMap(Section section, Path folder, InUse inUse) {
        this.section = section;
        this.folder = folder;
        this.inUse = inUse;
    }

    /** Reads members, and reports what does not fit them. Whoever gave the section closes it. */
    public static SettingsMap read(Section section, List<SettingsMember> members, Path folder, InUse inUse) {
        var map = new SettingsMap(section, folder, inUse);
        members.forEach(map::read);
        return map;
    }

    private static SettingsMap read(Section section, SettingsSection declared, Path folder, InUse inUse) {
        try (section) {
            SettingsMap map = read(section, declared.members(), folder, inUse);
            boolean any = declared.together().stream().anyMatch(map::says);
            declared.together().stream()
                    .filter(setting -> any && !map.says(setting))
                    .forEach(map::missing);
            return map;
        }
    }

    private void read(SettingsMember member) {
        switch (member) {
            case Setting<?> setting -> read(setting);
            case SettingsSection below -> sections.put(below, read(section.section(below.key()), below, folder, inUse));
            case SettingsTable table -> tables.put(table, entries(table));
        }
    }

    private void read(Setting<?> setting) {
        if (setting.isSecret()) {
            section.hide(setting.key());
        }
        Object plain = plain(setting);
        if (plain == null && setting.isRequired() && !says(setting)) {
            missing(setting);
        }
        Object value = plain == null ? null : converted(setting, plain);
        if (value == null && setting.plainDefault() != null) {
            value = setting.convert(Objects.requireNonNull(setting.plainDefault()));
        }
        if (setting.needsRestart()) {
            value = inUse.keep(setting, name(setting), value, section);
        }
        if (value != null) {
            values.put(setting, value);
        }
    }

    private void missing(Setting<?> setting) {
        section.problems().error(section.at(), name(setting) + " is missing", "it takes " + setting.takes());
    }

    private @Nullable Object plain(Setting<?> setting) {
        String key = setting.key();
        return switch (setting.type()) {
            case Setting.Type.Text text -> text(setting, text.pattern());
            case Setting.Type.Texts _ -> {
                List<String> texts =
                        section.texts(key).stream().map(Section.Text::value).toList();
                yield says(setting) ? texts : null;
            }
            case Setting.Type.FilePath _ -> section.path(key, folder);
            case Setting.Type.Whole(long least, long most) -> {
                long none = least == Long.MIN_VALUE ? Long.MAX_VALUE : least - 1;
                long whole = section.whole(key, least, most, none);
                yield whole == none ? null : whole;
            }
            case Setting.Type.Flag _ -> section.flag(key);
            case Setting.Type.Word(List<String> words) -> section.word(key, words);
        };
    }

    private @Nullable String text(Setting<?> setting, @Nullable String pattern) {
        Section.Text text = section.text(setting.key());
        if (text == null) {
            return null;
        }
        if (pattern != null && !text.value().matches(pattern)) {
            section.refuse(setting.key(), setting.takes());
            return null;
        }
        return text.value();
    }

    private @Nullable Object converted(Setting<?> setting, Object plain) {
        try {
            return setting.convert(plain);
        } catch (RuntimeException e) {
            section.refuse(setting.key(), setting.takes());
            return null;
        }
    }

    private Map<String, Settings> entries(SettingsTable table) {
        YamlNode.Mapping map = section.map(table.key());
        var entries = new LinkedHashMap<String, Settings>();
        if (map == null) {
            return entries;
        }
        Pattern good = Pattern.compile(table.namePattern());
        for (YamlNode.Entry entry : map.entries()) {
            String name = section.name(table.key()) + "." + entry.key();
            if (!good.matcher(entry.key()).matches()) {
                section.problems()
                        .error(
                                entry.keyAt(),
                                "a name in " + section.name(table.key()) + " is " + table.nameTakes() + ", got \""
                                        + entry.key() + "\"",
                                null);
                continue;
            }
            Section below = Section.of(entry.value(), name, section.problems());
            if (below != null) {
                entries.put(entry.key(), read(below, table.entry(), folder, inUse));
            }
        }
        return entries;
    }

    @Override
    @SuppressWarnings("unchecked") // what the setting has converted
    public <T> @Nullable T get(Setting<T> setting) {
        return (T) values.get(setting);
    }

    @Override
    public boolean says(SettingsMember member) {
        return !section.isSilent(member.key());
    }

    @Override
    public Settings section(SettingsSection below) {
        return Objects.requireNonNull(sections.get(below), () -> name(below) + " is not declared");
    }

    @Override
    public Map<String, Settings> table(SettingsTable table) {
        return Collections.unmodifiableMap(
                Objects.requireNonNull(tables.get(table), () -> name(table) + " is not declared"));
    }

    @Override
    public String name(SettingsMember member) {
        return section.name(member.key());
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public void error(SettingsMember at, String message, @Nullable String hint) {
        section.problems().error(section.at(at.key()), message, hint);
    }

    @Override
    public void warn(SettingsMember at, String message, @Nullable String hint) {
        section.problems().warn(section.at(at.key()), message, hint);
    }
}
