package io.precinct.config.settings;

import io.precinct.common.spelling.Suggestions;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Location;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one map of a configuration file by its keys. Reading a key makes it known; {@link #close} reports the unknown
 * ones. Not thread-safe.
 */
public final class Section implements AutoCloseable {
    private final String path;
    private final Location at;
    private final Problems problems;
    private final Map<String, YamlNode.Entry> entries = new HashMap<>();
    private final Set<String> allowed = new LinkedHashSet<>();

    private Section(YamlNode.Mapping node, String path, Problems problems) {
        this.path = path;
        this.at = node.at();
        this.problems = problems;
        node.entries().forEach(entry -> entries.put(entry.key(), entry));
    }

    /**
     * The section at {@code node}, or null if that is not a map, which is reported.
     *
     * @param path its name in problems; empty for the file itself
     */
    public static @Nullable Section of(YamlNode node, String path, Problems problems) {
        YamlNode.Mapping map = new Value(node, path.isEmpty() ? "the file" : path, problems).map();
        return map == null ? null : new Section(map, path, problems);
    }

    /** An empty section, in which every key is absent. */
    public static Section absent(String path, Location at, Problems problems) {
        return new Section(new YamlNode.Mapping(List.of(), at), path, problems);
    }

    /** The location of the section. */
    public Location at() {
        return at;
    }

    /** The location of the value of {@code key}, or of the section if the key is absent. */
    public Location at(String key) {
        YamlNode.Entry entry = entries.get(key);
        return entry == null ? at : entry.value().at();
    }

    /** The problems of the load. */
    public Problems problems() {
        return problems;
    }

    /** The full name of {@code key} in problems. */
    public String name(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** The value of {@code key}; read as absent if it is empty or broken. */
    public Value value(String key) {
        return new Value(node(key), name(key), problems);
    }

    /** The value of {@code key}, or null if it is absent, empty or broken. */
    public @Nullable YamlNode node(String key) {
        boolean first = allowed.add(key);
        YamlNode.Entry entry = entries.get(key);
        if (entry == null || entry.value() instanceof YamlNode.Broken) {
            return null;
        }
        boolean nothing = isEmpty(entry.value());
        if (nothing && first) {
            problems.warn(entry.keyAt(), name(key) + " says nothing and is ignored", "remove it, or give it a value");
        }
        return nothing ? null : entry.value();
    }

    /** True if {@code key} is absent or empty; false also for a value that is broken. */
    public boolean isSilent(String key) {
        YamlNode.Entry entry = entries.get(key);
        return entry == null || isEmpty(entry.value());
    }

    private static boolean isEmpty(YamlNode node) {
        return NodeData.isNull(node) && !NodeData.hasOrigin(node);
    }

    /** Hides the value of {@code key} in all messages from now on. */
    public void hide(String key) {
        YamlNode.Entry entry = entries.get(key);
        if (entry != null
                && entry.value() instanceof YamlNode.Scalar scalar
                && scalar.value() != null
                && scalar.origin() == null) {
            var hidden = new YamlNode.Scalar(scalar.value(), scalar.text(), scalar.at(), "this file");
            entries.put(key, new YamlNode.Entry(key, entry.keyAt(), hidden));
        }
    }

    /** Makes {@code key} known without reading it. */
    public void allow(String key) {
        allowed.add(key);
    }

    /** Reports the keys that were not read. */
    @Override
    public void close() {
        for (YamlNode.Entry entry : entries.values()) {
            if (!allowed.contains(entry.key())) {
                String where = path.isEmpty() ? "" : " in " + path;
                problems.error(
                        entry.keyAt(),
                        "unknown key " + ValueText.quoted(entry.key()) + where,
                        Suggestions.hint(entry.key(), allowed, "allowed"));
            }
        }
    }
}
