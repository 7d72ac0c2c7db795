package io.precinct.config.section;

import io.precinct.common.spelling.Suggestions;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Location;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads one map of the configuration file by its keys. Reading a key makes it known; {@link #close} reports the unknown
 * ones. A value of the wrong kind is reported and read as absent, so that reading continues. Not thread-safe.
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

    /** A text and its location. */
    public record Text(String value, Location at) {}

    /**
     * The section at {@code node}, or null if that is not a map, which is reported.
     *
     * @param path its name in problems; empty for the file itself
     */
    public static @Nullable Section of(YamlNode node, String path, Problems problems) {
        if (node instanceof YamlNode.Mapping mapping) {
            return new Section(mapping, path, problems);
        }
        wrong(problems, node, path.isEmpty() ? "the file" : path, "a map", null);
        return null;
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

    /** The value of {@code key}, or null if it is absent, empty or broken. */
    public @Nullable YamlNode node(String key) {
        boolean first = allowed.add(key);
        YamlNode.Entry entry = entries.get(key);
        if (entry == null || entry.value() instanceof YamlNode.Broken) {
            return null;
        }
        boolean nothing = entry.value() instanceof YamlNode.Scalar(Object value, var _, var _, String origin)
                && value == null
                && origin == null;
        if (nothing && first) {
            problems.warn(entry.keyAt(), name(key) + " says nothing and is ignored", "remove it, or give it a value");
        }
        return nothing ? null : entry.value();
    }

    /** True if {@code key} is absent or empty; false also for a value that is broken. */
    public boolean isSilent(String key) {
        return !entries.containsKey(key)
                || entries.get(key).value() instanceof YamlNode.Scalar(Object value, var _, var _, String origin)
                        && value == null
                        && origin == null;
    }

    /** From now on no message shows the value of {@code key}. */
    public void hide(String key) {
        entries.computeIfPresent(
                key,
                (_, entry) -> entry.value() instanceof YamlNode.Scalar scalar
                                && scalar.value() != null
                                && scalar.origin() == null
                        ? new YamlNode.Entry(
                                key,
                                entry.keyAt(),
                                new YamlNode.Scalar(scalar.value(), scalar.text(), scalar.at(), "this file"))
                        : entry);
    }

    /** Reports that the value of {@code key}, which is there, is not what it takes. */
    public void refuse(String key, String takes, @Nullable String hint) {
        wrong(key, Objects.requireNonNull(node(key)), takes, hint);
    }

    /** Makes {@code key} known without reading it. */
    public void allow(String key) {
        allowed.add(key);
    }

    /** Reports that {@code node} is not of the kind that {@code name} takes. */
    static void wrong(Problems problems, YamlNode node, String name, String takes, @Nullable String hint) {
        switch (node) {
            case YamlNode.Broken _ -> {
                // Reported already.
            }
            case YamlNode.Late _, YamlNode.Shaped _ ->
                problems.error(
                        node.at(),
                        ValueText.node(node) + " cannot stand in " + name + ", which takes " + takes,
                        "what a request resolves, and shapes, stand in scenarios only");
            default -> problems.error(node.at(), name + " takes " + takes + ", got " + ValueText.node(node), hint);
        }
    }

    private void wrong(String key, YamlNode node, String takes, @Nullable String hint) {
        wrong(problems, node, name(key), takes, hint);
    }

    /** A text, or null. */
    public @Nullable Text text(String key) {
        YamlNode node = node(key);
        return node == null ? null : textOf(node, name(key), problems);
    }

    static @Nullable Text textOf(YamlNode node, String name, Problems problems) {
        if (node instanceof YamlNode.Scalar(String value, var _, Location at, var _)) {
            if (!value.isBlank()) {
                return new Text(value, at);
            }
            problems.error(at, name + " takes text, got empty text", null);
            return null;
        }
        boolean scalar = node instanceof YamlNode.Scalar s && s.origin() == null;
        String hint =
                scalar ? "put it in quotes: \"" + ValueText.shortened(((YamlNode.Scalar) node).text()) + "\"" : null;
        wrong(problems, node, name, "text", hint);
        return null;
    }

    /** A list of texts; empty if absent. */
    public List<Text> texts(String key) {
        return texts(key, _ -> true, "text", null);
    }

    /** As {@link #texts(String)}; an item that is not good is reported as not what the key takes, and left out. */
    public List<Text> texts(String key, Predicate<String> good, String takes, @Nullable String hint) {
        YamlNode node = node(key);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof YamlNode.Sequence sequence)) {
            boolean one = node instanceof YamlNode.Scalar(String _, var _, var _, String origin) && origin == null;
            wrong(
                    key,
                    node,
                    "a list of texts",
                    one ? "write [" + ValueText.shortened(((YamlNode.Scalar) node).text()) + "]" : null);
            return List.of();
        }
        var texts = new ArrayList<Text>();
        for (int i = 0; i < sequence.items().size(); i++) {
            Text text = textOf(sequence.items().get(i), name(key) + "[" + i + "]", problems);
            if (text != null && good.test(text.value())) {
                texts.add(text);
            } else if (text != null) {
                wrong(key, sequence.items().get(i), takes, hint);
            }
        }
        return texts;
    }

    /** A whole number from {@code least} to {@code most}, or {@code absent}. */
    public long whole(String key, long least, long most, long absent) {
        YamlNode node = node(key);
        if (node == null) {
            return absent;
        }
        Long whole = wholeOf(node);
        if (whole != null && whole >= least && whole <= most) {
            return whole;
        }
        boolean quoted = node instanceof YamlNode.Scalar(String text, var _, var _, String origin)
                && origin == null
                && text.matches("[0-9]+");
        wrong(key, node, "a whole number from " + least + " to " + most, quoted ? "remove the quotes" : null);
        return absent;
    }

    /** A value from an environment variable is text, even if it is a number. */
    private static @Nullable Long wholeOf(YamlNode node) {
        return switch (node) {
            case YamlNode.Scalar(Integer value, var _, var _, var _) -> value.longValue();
            case YamlNode.Scalar(Long value, var _, var _, var _) -> value;
            case YamlNode.Scalar(String text, var _, var _, String origin)
            when origin != null && origin.contains("${") && text.matches("-?[0-9]{1,18}") -> Long.valueOf(text);
            default -> null;
        };
    }

    /** As {@link #whole}, for values that fit an int. */
    public int small(String key, int least, int most, int absent) {
        return Math.toIntExact(whole(key, least, most, absent));
    }

    /** {@code true}, {@code false}, or null. */
    public @Nullable Boolean flag(String key) {
        YamlNode node = node(key);
        if (node == null) {
            return null;
        }
        if (node instanceof YamlNode.Scalar(Boolean value, var _, var _, var _)) {
            return value;
        }
        wrong(key, node, "true or false", flagHint(node));
        return null;
    }

    private static @Nullable String flagHint(YamlNode node) {
        if (!(node instanceof YamlNode.Scalar(String text, var _, var _, String origin)) || origin != null) {
            return null;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "yes", "on", "y" -> "in YAML 1.2 this is text; write true";
            case "no", "off", "n" -> "in YAML 1.2 this is text; write false";
            case "true", "false" -> "remove the quotes";
            default -> null;
        };
    }

    /** As {@link #flag(String)}, or {@code absent}. */
    public boolean flag(String key, boolean absent) {
        Boolean flag = flag(key);
        return flag == null ? absent : flag;
    }

    /** One of these words, or null. */
    public @Nullable String word(String key, List<String> words) {
        Text text = text(key);
        if (text == null || words.contains(text.value())) {
            return text == null ? null : text.value();
        }
        problems.error(
                text.at(),
                name(key) + " takes " + String.join(" or ", words) + ", got " + ValueText.quoted(text.value()),
                Suggestions.hint(text.value(), words, "allowed"));
        return null;
    }

    /** The map below {@code key}, whose keys are not checked, or null. */
    public YamlNode.@Nullable Mapping map(String key) {
        YamlNode node = node(key);
        if (node == null || node instanceof YamlNode.Mapping) {
            return (YamlNode.Mapping) node;
        }
        wrong(key, node, "a map", null);
        return null;
    }

    /** The plain data below {@code key}, a map; empty if absent. */
    public Map<String, @Nullable Object> data(String key) {
        YamlNode.Mapping map = map(key);
        return map == null ? Map.of() : data(map, name(key), problems);
    }

    static Map<String, @Nullable Object> data(YamlNode.Mapping map, String name, Problems problems) {
        YamlNode foreign = NodeData.notPlainIn(map);
        if (foreign != null) {
            wrong(problems, foreign, name, "plain data", null);
            return Map.of();
        }
        return NodeData.map(map);
    }

    /** An absolute path; a relative one is resolved against {@code folder}. Null if absent. */
    public @Nullable Path path(String key, Path folder) {
        Text text = text(key);
        return text == null ? null : path(text, name(key), folder, problems);
    }

    /** As {@link #path(String, Path)}, of a text that was read of the key of this name. */
    public static @Nullable Path path(Text text, String name, Path folder, Problems problems) {
        try {
            return folder.resolve(text.value()).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            problems.error(text.at(), name + " is no path: " + e.getReason(), null);
            return null;
        }
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
