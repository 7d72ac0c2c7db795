package io.precinct.config.section;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.settings.Section;
import io.precinct.config.settings.Value;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code resolvers}: settings by tag. For a single use. */
public final class ResolversSection {
    private static final String FIXTURE = "Fixture";
    private static final String FIXTURE_DIRS = "fixture_dirs";
    /** Suffix of keys whose values are lists of folders. */
    private static final String FOLDERS = "_dirs";

    private final Path configDir;
    private final Set<String> tags;
    private final Problems problems;

    /**
     * Reads settings.
     *
     * @param configDir the folder against which relative folders are resolved
     * @param tags tags that may have settings
     */
    public ResolversSection(Path configDir, Set<String> tags, Problems problems) {
        this.configDir = configDir;
        this.tags = tags;
        this.problems = problems;
    }

    /** The settings by tag, always including those of {@code Fixture}. */
    public Map<String, Map<String, @Nullable Object>> read(@Nullable YamlNode node) {
        var settings = new LinkedHashMap<String, Map<String, @Nullable Object>>();
        if (node instanceof YamlNode.Mapping section) {
            for (YamlNode.Entry entry : section.entries()) {
                checkTag(entry);
                settings.put(entry.key(), ofTag(entry));
            }
        } else {
            new Value(node, "resolvers", problems).refuse("a map of tag to settings", null);
        }
        Map<String, @Nullable Object> fixture = settings.getOrDefault(FIXTURE, Map.of());
        if (!fixture.containsKey(FIXTURE_DIRS)) {
            settings.put(
                    FIXTURE,
                    Data.map(FIXTURE_DIRS, List.of(configDir.resolve("fixtures").toString())));
        }
        return Collections.unmodifiableMap(settings);
    }

    /** The folders of {@code Fixture} in these settings. */
    static List<Path> fixtureDirs(Map<String, Map<String, @Nullable Object>> settings) {
        return settings.getOrDefault(FIXTURE, Map.of()).get(FIXTURE_DIRS) instanceof List<?> dirs
                ? dirs.stream().map(dir -> Path.of(String.valueOf(dir))).toList()
                : List.of();
    }

    private void checkTag(YamlNode.Entry entry) {
        if (!tags.contains(entry.key())) {
            problems.error(
                    entry.keyAt(),
                    "resolvers names the unknown tag " + ValueText.quoted(entry.key()),
                    Suggestions.hint(entry.key(), tags, "tags"));
        }
    }

    private Map<String, @Nullable Object> ofTag(YamlNode.Entry entry) {
        String path = "resolvers." + ValueText.shortened(entry.key());
        Section section = NodeData.isNull(entry.value()) ? null : Section.of(entry.value(), path, problems);
        if (section == null || !(entry.value() instanceof YamlNode.Mapping map)) {
            return Map.of();
        }
        MapBuilder settings = Data.mapBuilder();
        for (YamlNode.Entry setting : map.entries()) {
            if (setting.key().endsWith(FOLDERS)) {
                if (section.node(setting.key()) != null) {
                    settings.put(setting.key(), folders(section.value(setting.key())));
                }
            } else if (NodeData.notPlainIn(setting.value()) == null) {
                settings.put(setting.key(), NodeData.of(setting.value()));
            } else {
                new Value(setting.value(), section.name(setting.key()), problems).refuse("plain data", null);
            }
        }
        if (entry.key().equals(FIXTURE)) {
            section.allow(FIXTURE_DIRS);
            section.close();
        }
        return settings.build();
    }

    private List<String> folders(Value value) {
        var folders = new ArrayList<String>();
        for (Value.Text text : value.texts()) {
            Path folder = value.path(text, configDir);
            if (folder != null) {
                checkFolder(folder, text, value.name());
                folders.add(folder.toString());
            }
        }
        return folders;
    }

    /**
     * Reports a folder that does not exist. Otherwise nothing would ever be found in it, and nothing would explain why.
     */
    private void checkFolder(Path folder, Value.Text text, String name) {
        if (!Files.isDirectory(folder)) {
            problems.error(
                    text.at(),
                    name + ": " + (Files.exists(folder) ? "this is no folder: " : "there is no folder ") + folder,
                    "create it, or name one that is there");
        }
    }
}
