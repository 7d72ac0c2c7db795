package io.precinct.itests.architecture;

import io.precinct.api.data.Json;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingType;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Generates the documents of a settings file from the declarations of its owners.
 *
 * @param early true if tags such as {@code !Env} may stand for any value; else texts may contain variables
 */
record SettingsDocuments(String file, String description, List<SettingsPart> parts, boolean early) {
    private static final List<String> OBJECT_OR_NULL = List.of("object", "null");
    private static final String VARIABLE = "\\$\\{";
    private static final Map<String, Object> EARLY = Map.of("$ref", "#/$defs/early");

    /**
     * The JSON Schema for editors.
     *
     * @param written the existing schema; if tags may stand for values, it also contains handwritten parts that are no
     *     settings
     */
    Map<String, Object> schema(Map<?, ?> written) {
        return early ? withDeclared(written) : declared();
    }

    private Map<String, Object> withDeclared(Map<?, ?> written) {
        Map<String, Object> schema = copy(written);
        Map<String, Object> properties = copy((Map<?, ?>) written.get("properties"));
        members().forEach(member -> properties.put(member.key(), property(member)));
        schema.put("properties", properties);
        return schema;
    }

    private Map<String, Object> declared() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$id", "urn:precinct:" + file.replace(".yml", ".schema.json"));
        schema.put("title", file + " of Precinct");
        schema.put(
                "description",
                description + " ${NAME} in any text stands for an environment variable, $${ for a literal ${. Each key"
                        + " says whether a reload applies it or it needs a restart.");
        schema.put("type", OBJECT_OR_NULL);
        members(schema, members().toList());
        return schema;
    }

    private static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        return copy;
    }

    private Stream<SettingsMember> members() {
        return parts.stream().flatMap(part -> part.members().stream());
    }

    private void members(Map<String, Object> into, List<SettingsMember> members) {
        Map<String, Object> properties = new LinkedHashMap<>();
        members.forEach(member -> properties.put(member.key(), property(member)));
        into.put("properties", properties);
        List<String> required = members.stream()
                .filter(member -> member instanceof Setting<?> setting && setting.isRequired())
                .map(SettingsMember::key)
                .toList();
        if (!required.isEmpty()) {
            into.put("required", required);
        }
        into.put("additionalProperties", false);
    }

    private Map<String, Object> property(SettingsMember member) {
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (member) {
            case Setting<?> setting -> setting(schema, setting);
            case SettingsSection section -> section(schema, section);
            case SettingsTable table -> {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("type", "object");
                members(entry, table.entry().members());
                together(entry, table.entry());
                schema.put("description", plain(table.description()) + reload(table));
                schema.put("type", OBJECT_OR_NULL);
                schema.put("propertyNames", Map.of("pattern", "^(?:" + table.namePattern() + ")$"));
                schema.put("additionalProperties", entry);
            }
        }
        return schema;
    }

    private void section(Map<String, Object> schema, SettingsSection section) {
        Map<String, Object> map = section.mayBeOff() ? new LinkedHashMap<>() : schema;
        schema.put("description", plain(section.description()) + reload(section));
        map.put("type", OBJECT_OR_NULL);
        members(map, section.members());
        together(map, section);
        if (section.mayBeOff()) {
            Map<String, Object> off = Map.of("const", "off");
            schema.put("anyOf", early ? List.of(off, map, EARLY) : List.of(off, map));
        }
    }

    private static String reload(SettingsMember member) {
        return needsRestart(member) ? " Needs a restart." : " Reloadable.";
    }

    private static boolean needsRestart(SettingsMember member) {
        return switch (member) {
            case Setting<?> setting -> setting.needsRestart();
            case SettingsSection section -> section.members().stream().allMatch(SettingsDocuments::needsRestart);
            case SettingsTable table -> needsRestart(table.entry());
        };
    }

    private static void together(Map<String, Object> schema, SettingsSection section) {
        List<String> keys = section.together().stream().map(Setting::key).toList();
        if (!keys.isEmpty()) {
            Map<String, Object> needs = new LinkedHashMap<>();
            keys.forEach(key -> needs.put(
                    key, keys.stream().filter(other -> !other.equals(key)).toList()));
            schema.put("dependentRequired", needs);
        }
    }

    private void setting(Map<String, Object> schema, Setting<?> setting) {
        String absent = setting.defaultText() == null ? "" : " Default: " + plain(setting.defaultText()) + ".";
        schema.put("description", plain(setting.description()) + absent + reload(setting));
        if (early) {
            schema.put("anyOf", List.of(type(setting.type()), EARLY));
        } else {
            schema.putAll(type(setting.type()));
        }
        if (setting.plainDefault() != null
                && !List.of().equals(setting.plainDefault())
                && !Map.of().equals(setting.plainDefault())) {
            schema.put("default", setting.plainDefault());
        }
        if (setting.example() != null) {
            schema.put("examples", List.of(setting.example()));
        }
    }

    private Map<String, Object> type(SettingType type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        type.values().taken().toData().forEach((keyword, value) -> schema.put(keyword, Objects.requireNonNull(value)));
        switch (type) {
            case SettingType.Text text -> schema.put("pattern", pattern(text.pattern()));
            case SettingType.FilePath _ -> {
                schema.remove("pattern");
                schema.put("minLength", 1);
            }
            case SettingType.Texts texts -> array(schema, new SettingType.Text(texts.pattern()));
            case SettingType.FilePaths _ -> array(schema, new SettingType.FilePath());
            case SettingType.Whole _ -> {
                if (!early) {
                    schema.put("type", List.of("integer", "string"));
                    schema.put("pattern", VARIABLE);
                }
            }
            case SettingType.Flag _ -> {}
            case SettingType.TextMap map ->
                schema.putAll(Map.of(
                        "propertyNames",
                        Map.of("pattern", "^(?:" + map.names() + ")$"),
                        "additionalProperties",
                        type(new SettingType.Text(map.texts()))));
            case SettingType.Word _ -> schema.remove("type");
        }
        return schema;
    }

    private void array(Map<String, Object> schema, SettingType item) {
        schema.put("type", "array");
        schema.put("items", early ? Map.of("anyOf", List.of(type(item), EARLY)) : type(item));
    }

    private String pattern(@Nullable String pattern) {
        return pattern == null ? "\\S" : "^(?:" + pattern + ")$" + (early ? "" : "|" + VARIABLE);
    }

    private static String plain(String markdown) {
        return markdown.replace("`", "");
    }

    /** The table of its keys in Markdown. */
    String table() {
        return Stream.concat(
                        Stream.of("| key | is | takes | default | |", "|---|---|---|---|---|"),
                        members().flatMap(member -> rows("", member)))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<String> rows(String prefix, SettingsMember member) {
        return switch (member) {
            case Setting<?> setting -> Stream.of(row(prefix, setting));
            case SettingsSection section ->
                Stream.concat(
                        section.mayBeOff() ? Stream.of(offRow(prefix, section)) : Stream.empty(),
                        section.members().stream().flatMap(below -> rows(prefix + section.key() + ".", below)));
            case SettingsTable table ->
                table.entry().members().stream().flatMap(below -> rows(prefix + table.key() + ".NAME.", below));
        };
    }

    private static String offRow(String prefix, SettingsSection section) {
        return "| `" + prefix + section.key() + "` | " + section.description() + " | off or a map | | reloadable |";
    }

    private static String row(String prefix, Setting<?> setting) {
        String absent = setting.isRequired()
                ? "required"
                : setting.defaultText() != null
                        ? setting.defaultText()
                        : setting.plainDefault() == null ? "" : "`" + Json.compact(setting.plainDefault()) + "`";
        return "| `" + prefix + setting.key() + "` | " + setting.description() + " | " + setting.takes() + " | "
                + absent.replace("\"", "") + " | " + (setting.needsRestart() ? "**needs a restart**" : "reloadable")
                + " |";
    }

    /** JSON with indentation for people. */
    static String pretty(Object value, String indent) {
        String deeper = indent + "  ";
        return switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() ->
                map.entrySet().stream()
                        .map(entry -> deeper + Json.compact(String.valueOf(entry.getKey())) + ": "
                                + pretty(entry.getValue(), deeper))
                        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
            case List<?> list
            when !list.isEmpty() ->
                list.stream()
                        .map(item -> deeper + pretty(item, deeper))
                        .collect(Collectors.joining(",\n", "[\n", "\n" + indent + "]"));
            default -> Json.compact(value);
        };
    }
}
