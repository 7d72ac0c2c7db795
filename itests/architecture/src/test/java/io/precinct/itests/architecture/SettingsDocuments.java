package io.precinct.itests.architecture;

import io.precinct.api.data.Json;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSection;
import io.precinct.api.settings.SettingsTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What documents say of a settings file, made of what its owners declare. */
record SettingsDocuments(String file, String description, List<SettingsPart> parts) {
    private static final List<String> OBJECT_OR_NULL = List.of("object", "null");
    private static final String VARIABLE = "\\$\\{";

    /** The JSON Schema for editors. */
    Map<String, Object> schema() {
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

    private Stream<SettingsMember> members() {
        return parts.stream().flatMap(part -> part.members().stream());
    }

    private static void members(Map<String, Object> into, List<SettingsMember> members) {
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

    private static Map<String, Object> property(SettingsMember member) {
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (member) {
            case Setting<?> setting -> setting(schema, setting);
            case SettingsSection section -> {
                schema.put("description", section.description());
                schema.put("type", OBJECT_OR_NULL);
                members(schema, section.members());
                together(schema, section);
            }
            case SettingsTable table -> {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("type", "object");
                members(entry, table.entry().members());
                together(entry, table.entry());
                schema.put("description", table.description());
                schema.put("type", OBJECT_OR_NULL);
                schema.put("propertyNames", Map.of("pattern", "^(?:" + table.namePattern() + ")$"));
                schema.put("additionalProperties", entry);
            }
        }
        return schema;
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

    private static void setting(Map<String, Object> schema, Setting<?> setting) {
        String absent = setting.defaultText() == null ? "" : " Default: " + plain(setting.defaultText()) + ".";
        schema.put(
                "description",
                plain(setting.description())
                        + absent
                        + (setting.needsRestart() ? " Needs a restart." : " Reloadable."));
        switch (setting.type()) {
            case Setting.Type.Text text -> {
                schema.put("type", "string");
                schema.put("pattern", text.pattern() == null ? "\\S" : "^(?:" + text.pattern() + ")$|" + VARIABLE);
            }
            case Setting.Type.FilePath _ -> {
                schema.put("type", "string");
                schema.put("minLength", 1);
            }
            case Setting.Type.Texts _ -> {
                schema.put("type", "array");
                Map<String, Object> items = new LinkedHashMap<>();
                items.put("type", "string");
                items.put("minLength", 1);
                schema.put("items", items);
            }
            case Setting.Type.Whole(long least, long most) -> {
                schema.put("type", List.of("integer", "string"));
                schema.put("minimum", least);
                schema.put("maximum", most);
                schema.put("pattern", VARIABLE);
            }
            case Setting.Type.Flag _ -> schema.put("type", "boolean");
            case Setting.Type.Word(List<String> words) -> schema.put("enum", words);
        }
        if (setting.plainDefault() != null && !List.of().equals(setting.plainDefault())) {
            schema.put("default", setting.plainDefault());
        }
        if (setting.example() != null) {
            schema.put("examples", List.of(setting.example()));
        }
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
                section.members().stream().flatMap(below -> rows(prefix + section.key() + ".", below));
            case SettingsTable table ->
                table.entry().members().stream().flatMap(below -> rows(prefix + table.key() + ".NAME.", below));
        };
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

    /** JSON as people read it. */
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
