package io.precinct.config.settings;

import io.precinct.api.contract.Type;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Location;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A value of a configuration file. A value of the wrong kind is reported and read as absent, so that reading continues.
 *
 * @param node null if the value is absent
 * @param name name of the value in problems
 */
public record Value(@Nullable YamlNode node, String name, Problems problems) {
    /** A text and its location. */
    public record Text(String value, Location at) {}

    /** Reports that the value, if it is there, is not what its key takes. */
    public void refuse(String takes, @Nullable String hint) {
        if (node == null || node instanceof YamlNode.Broken) {
            return; // A broken value was reported already.
        }
        if (node instanceof YamlNode.Late || node instanceof YamlNode.Shaped) {
            problems.error(
                    node.at(),
                    ValueText.node(node) + " cannot stand in " + name + ", which takes " + takes,
                    "what a request resolves, and shapes, stand in scenarios only");
        } else {
            problems.error(node.at(), name + " takes " + takes + ", got " + ValueText.node(node), hint);
        }
    }

    /** A text that is not blank, or null. */
    public @Nullable Text text() {
        if (node instanceof YamlNode.Scalar(String value, var _, Location at, var _)) {
            if (!value.isBlank()) {
                return new Text(value, at);
            }
            problems.error(at, name + " takes text, got empty text", null);
            return null;
        }
        boolean written = node instanceof YamlNode.Scalar scalar && scalar.origin() == null;
        refuse("text", written ? "put it in quotes: \"" + asWritten() + "\"" : null);
        return null;
    }

    private String asWritten() {
        return node instanceof YamlNode.Scalar scalar ? ValueText.shortened(scalar.text()) : "";
    }

    /** A list of texts; empty if absent. */
    public List<Text> texts() {
        return texts(_ -> true, "text", null);
    }

    /** As {@link #texts()}. An item that is not good is reported with what the key takes, and left out. */
    public List<Text> texts(Predicate<String> good, String takes, @Nullable String hint) {
        if (!(node instanceof YamlNode.Sequence sequence)) {
            boolean one = node instanceof YamlNode.Scalar(String _, var _, var _, String origin) && origin == null;
            refuse("a list of texts", one ? "write [" + asWritten() + "]" : null);
            return List.of();
        }
        var texts = new ArrayList<Text>();
        for (int i = 0; i < sequence.items().size(); i++) {
            YamlNode item = sequence.items().get(i);
            Text text = new Value(item, name + "[" + i + "]", problems).text();
            if (text != null && good.test(text.value())) {
                texts.add(text);
            } else if (text != null) {
                new Value(item, name, problems).refuse(takes, hint);
            }
        }
        return texts;
    }

    /** A whole number from {@code least} to {@code most}, or null. It has no decimal point: {@code 3.0} is refused. */
    public @Nullable Long whole(long least, long most) {
        String takes = "a whole number from " + least + " to " + most;
        if (node instanceof YamlNode.Scalar scalar && isFraction(scalar) && scalar.origin() == null) {
            boolean even = scalar.text().matches("[-+]?[0-9]+[.]0*");
            problems.error(
                    scalar.at(),
                    name + " takes " + takes + ", got " + asWritten(),
                    even ? "write " + scalar.text().substring(0, scalar.text().indexOf('.')) : null);
            return null;
        }
        Long whole = read(Type.integer(least, most), isFromEnvironment());
        if (whole != null) {
            return whole;
        }
        boolean quoted = node instanceof YamlNode.Scalar(String text, var _, var _, String origin)
                && origin == null
                && text.matches("[0-9]+");
        refuse(takes, quoted ? "remove the quotes" : null);
        return null;
    }

    private static boolean isFraction(YamlNode.Scalar scalar) {
        return scalar.value() instanceof Double || scalar.value() instanceof BigDecimal;
    }

    /** As {@link #whole(long, long)}, or {@code absent}. */
    public long whole(long least, long most, long absent) {
        Long whole = whole(least, most);
        return whole == null ? absent : whole;
    }

    /** Whether the value comes from an environment variable, which is text even if it looks like a number. */
    private boolean isFromEnvironment() {
        return node instanceof YamlNode.Scalar(String _, var _, var _, String origin)
                && origin != null
                && origin.contains("${");
    }

    /** A scalar as a value of a type; null if it is no such value, which the caller reports. */
    private <T> @Nullable T read(Type<T> type, boolean text) {
        // a resolver may return null: !Env {name: NAME, default: ~}
        return node instanceof YamlNode.Scalar scalar && scalar.value() != null
                ? type.read(scalar.value(), asked(text))
                : null;
    }

    /** A reading without faults of its own: the caller's message states as a whole what the key takes. */
    private static Type.Reading asked(boolean text) {
        return new Type.Reading() {
            @Override
            public boolean isText() {
                return text;
            }

            @Override
            public void fault(String place, String code, String message, @Nullable Object allowed) {}
        };
    }

    /** {@code true}, {@code false}, or null. */
    public @Nullable Boolean flag() {
        Boolean flag = read(Type.truth(), false);
        if (flag == null) {
            refuse("true or false", flagHint());
        }
        return flag;
    }

    private @Nullable String flagHint() {
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

    /** One of these words, or null. */
    public @Nullable String word(List<String> words) {
        Text text = text();
        String word = text == null ? null : read(Type.oneOf(words), true);
        if (text == null || word != null) {
            return word;
        }
        problems.error(
                text.at(),
                name + " takes " + String.join(" or ", words) + ", got " + ValueText.quoted(text.value()),
                Suggestions.hint(text.value(), words, "allowed"));
        return null;
    }

    /** A map, or null. */
    YamlNode.@Nullable Mapping map() {
        if (node instanceof YamlNode.Mapping map) {
            return map;
        }
        refuse("a map", null);
        return null;
    }

    /** The entries of a map, whose keys are not checked; none if absent. */
    public List<YamlNode.Entry> entries() {
        YamlNode.Mapping map = map();
        return map == null ? List.of() : map.entries();
    }

    /** A map of plain data; empty if absent. */
    public Map<String, @Nullable Object> data() {
        YamlNode.Mapping map = map();
        if (map == null) {
            return Map.of();
        }
        YamlNode foreign = NodeData.notPlainIn(map);
        if (foreign != null) {
            new Value(foreign, name, problems).refuse("plain data", null);
            return Map.of();
        }
        return NodeData.map(map);
    }

    /** An absolute path; a relative one is resolved against {@code folder}. Null if absent. */
    public @Nullable Path path(Path folder) {
        Text text = text();
        return text == null ? null : path(text, folder);
    }

    /** As {@link #path(Path)}, of one of the {@linkplain #texts() texts}. */
    public @Nullable Path path(Text text, Path folder) {
        try {
            return folder.resolve(text.value()).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            problems.error(text.at(), name + " is no path: " + e.getReason(), null);
            return null;
        }
    }
}
