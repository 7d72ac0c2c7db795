package io.precinct.config.settings;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingType;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsTable;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Location;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A map of a settings file, read according to the declared members. */
public final class SettingsMap implements Settings {
    private final Section section;
    private final Path folder;
    private final InUse inUse;
    private final Map<Setting<?>, Object> values = new IdentityHashMap<>();
    private final Map<Setting<?>, List<Location>> items = new IdentityHashMap<>();
    private final Map<SettingsSection, Settings> sections = new IdentityHashMap<>();
    private final Set<SettingsSection> off = new HashSet<>();
    private final Map<SettingsTable, Map<String, Settings>> tables = new IdentityHashMap<>();

    private SettingsMap(Section section, Path folder, InUse inUse) {
        this.section = section;
        this.folder = folder;
        this.inUse = inUse;
    }

    /** Reads members, and reports values that do not match them. The caller closes the section. */
    public static SettingsMap read(Section section, List<SettingsMember> members, Path folder, InUse inUse) {
        SettingsMap map = readOptional(section, members, folder, inUse);
        for (SettingsMember member : members) {
            if (member instanceof Setting<?> setting && setting.isRequired()) {
                map.require(setting);
            }
        }
        return map;
    }

    private static SettingsMap readOptional(Section section, List<SettingsMember> members, Path folder, InUse inUse) {
        var map = new SettingsMap(section, folder, inUse);
        members.forEach(map::read);
        return map;
    }

    private static SettingsMap read(Section section, SettingsSection declared, Path folder, InUse inUse) {
        try (section) {
            SettingsMap map = read(section, declared.members(), folder, inUse);
            if (declared.together().stream().anyMatch(map::says)) {
                declared.together().forEach(map::require);
            }
            return map;
        }
    }

    private void read(SettingsMember member) {
        switch (member) {
            case Setting<?> setting -> read(setting);
            case SettingsSection declared -> sections.put(declared, below(declared));
            case SettingsTable table -> tables.put(table, entries(table));
        }
    }

    private void read(Setting<?> setting) {
        if (setting.isSecret()) {
            section.hide(setting.key());
        }
        Object plain = plain(setting);
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

    private void require(Setting<?> setting) {
        if (!says(setting)) {
            String hint = Objects.requireNonNullElseGet(setting.hint(), () -> "it takes " + setting.takes());
            section.problems().error(section.at(), name(setting) + " is missing", hint);
        }
    }

    /** Reads a nested section. If the file has no map for it, its required members may be missing. */
    private SettingsMap below(SettingsSection declared) {
        Section map = mapOf(declared);
        if (map != null) {
            return read(map, declared, folder, inUse);
        }
        Location at = section.at(declared.key());
        Section absent = Section.absent(name(declared), at, section.problems());
        return readOptional(absent, declared.members(), folder, inUse);
    }

    private @Nullable Section mapOf(SettingsSection declared) {
        String key = declared.key();
        YamlNode node = section.node(key);
        if (node == null) {
            return null;
        }
        if (declared.mayBeOff() && !(node instanceof YamlNode.Mapping)) {
            if (node instanceof YamlNode.Scalar(String text, var _, var _, var _) && text.equals("off")) {
                off.add(declared);
            } else {
                List<String> keys =
                        declared.members().stream().map(SettingsMember::key).toList();
                section.value(key).refuse("off or a map", key + ": off, or a map of " + String.join(", ", keys));
            }
            return null;
        }
        return Section.of(node, name(declared), section.problems());
    }

    private @Nullable Object plain(Setting<?> setting) {
        Value value = section.value(setting.key());
        return switch (setting.type()) {
            case SettingType.Text text -> text(setting, value, text.pattern());
            case SettingType.Texts texts -> texts(setting, value, texts.good());
            case SettingType.FilePath _ -> value.path(folder);
            case SettingType.FilePaths _ -> paths(setting, value);
            case SettingType.Whole(long least, long most) -> value.whole(least, most);
            case SettingType.Flag _ -> value.flag();
            case SettingType.Word(List<String> words) -> value.word(words);
            case SettingType.TextMap map -> textMap(setting, value, map);
        };
    }

    private static @Nullable String text(Setting<?> setting, Value value, @Nullable String pattern) {
        Value.Text text = value.text();
        if (text == null) {
            return null;
        }
        if (pattern != null && !text.value().matches(pattern)) {
            value.refuse(setting.takes(), setting.hint());
            return null;
        }
        return text.value();
    }

    private @Nullable List<String> texts(Setting<?> setting, Value value, Predicate<String> good) {
        List<Value.Text> texts = value.texts(good, setting.takes(), setting.hint());
        items.put(setting, texts.stream().map(Value.Text::at).toList());
        return says(setting) ? texts.stream().map(Value.Text::value).toList() : null;
    }

    private @Nullable Map<String, String> textMap(Setting<?> setting, Value value, SettingType.TextMap type) {
        YamlNode node = section.node(setting.key());
        Section map = node == null ? null : Section.of(node, name(setting), section.problems());
        if (map == null) {
            return null;
        }
        var texts = new LinkedHashMap<String, String>();
        try (map) {
            for (YamlNode.Entry entry : value.entries()) {
                String key = entry.key();
                Value below = map.value(key);
                Value.Text text = below.text();
                if (!key.matches(type.names())) {
                    section.problems()
                            .error(
                                    entry.keyAt(),
                                    name(setting) + " takes " + setting.takes() + ", got " + key,
                                    setting.hint());
                } else if (text != null && !text.value().matches(type.texts())) {
                    below.refuse(setting.takes(), setting.hint());
                } else if (text != null) {
                    texts.put(key, text.value());
                }
            }
        }
        return texts;
    }

    private @Nullable List<Path> paths(Setting<?> setting, Value value) {
        var paths = new ArrayList<Path>();
        var places = new ArrayList<Location>();
        for (Value.Text text : value.texts()) {
            Path path = value.path(text, folder);
            if (path != null) {
                paths.add(path);
                places.add(text.at());
            }
        }
        items.put(setting, places);
        return says(setting) ? paths : null;
    }

    private @Nullable Object converted(Setting<?> setting, Object plain) {
        try {
            return setting.convert(plain);
        } catch (RuntimeException e) {
            section.value(setting.key()).refuse(setting.takes(), setting.hint());
            return null;
        }
    }

    private Map<String, Settings> entries(SettingsTable table) {
        var entries = new LinkedHashMap<String, Settings>();
        Pattern good = Pattern.compile(table.namePattern());
        for (YamlNode.Entry entry : section.value(table.key()).entries()) {
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
    @SuppressWarnings("unchecked") // the setting itself has converted the value
    public <T> @Nullable T get(Setting<T> setting) {
        return (T) values.get(setting);
    }

    @Override
    public boolean says(SettingsMember member) {
        return !section.isSilent(member.key());
    }

    @Override
    public boolean isOff(SettingsSection below) {
        return off.contains(below);
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
    public void error(Setting<? extends List<?>> at, int item, String message, @Nullable String hint) {
        List<Location> places = Objects.requireNonNull(items.get(at), () -> name(at) + " is no list that is declared");
        section.problems().error(places.get(item), message, hint);
    }

    @Override
    public void warn(SettingsMember at, String message, @Nullable String hint) {
        section.problems().warn(section.at(at.key()), message, hint);
    }
}
