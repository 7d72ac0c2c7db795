package io.precinct.config.yaml;

import io.precinct.core.api.config.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Handles the tags of YAML itself. Only those of the core schema are supported; Precinct's own tags ({@code !Name}) are
 * kept for later. All other tags, which would construct types, are refused.
 */
final class StandardTags {
    private static final String CORE = "tag:yaml.org,2002:";

    private final Problems problems;

    StandardTags(Problems problems) {
        this.problems = problems;
    }

    YamlNode scalar(ScalarEvent event, Location at) {
        String tag = event.getTag().orElse(null);
        String text = event.getValue();
        if (tag == null) {
            return event.isPlain() ? plain(text, at) : new YamlNode.Scalar(text, text, at, null);
        }
        if (tag.equals("!") || tag.equals(CORE + "str")) {
            return new YamlNode.Scalar(text, text, at, null);
        }
        if (isOurs(tag)) {
            return new YamlNode.Tagged(tag.substring(1), new YamlNode.Scalar(text, text, at, null), at);
        }
        return switch (tag) {
            case CORE + "int" ->
                typed(text, at, "!!int", List.of(Integer.class, Long.class, java.math.BigInteger.class));
            case CORE + "float" -> typed(text, at, "!!float", List.of(Number.class));
            case CORE + "bool" -> typed(text, at, "!!bool", List.of(Boolean.class));
            case CORE + "null" -> typed(text, at, "!!null", List.of());
            default -> refused(tag, at);
        };
    }

    YamlNode collection(CollectionStartEvent event, YamlNode content) {
        String tag = event.getTag().orElse(null);
        if (tag == null
                || tag.equals("!")
                || tag.equals(CORE + (content instanceof YamlNode.Mapping ? "map" : "seq"))) {
            return content;
        }
        return isOurs(tag) ? new YamlNode.Tagged(tag.substring(1), content, content.at()) : refused(tag, content.at());
    }

    private static boolean isOurs(String tag) {
        return tag.length() > 1 && tag.charAt(0) == '!';
    }

    private YamlNode plain(String text, Location at) {
        try {
            return new YamlNode.Scalar(CoreSchema.value(text), text, at, null);
        } catch (CoreSchema.NoNumber e) {
            problems.error(at, ValueText.shortened(String.valueOf(e.getMessage())), "put it in quotes if it is text");
            return new YamlNode.Broken(at);
        }
    }

    private YamlNode typed(String text, Location at, String tag, List<Class<?>> types) {
        YamlNode node = plain(text, at);
        if (node instanceof YamlNode.Scalar scalar && !fits(scalar.value(), types)) {
            problems.error(at, tag + " does not fit " + ValueText.quoted(text), "remove the tag");
            return new YamlNode.Broken(at);
        }
        return node;
    }

    private static boolean fits(@Nullable Object value, List<Class<?>> types) {
        return value == null ? types.isEmpty() : types.stream().anyMatch(type -> type.isInstance(value));
    }

    private YamlNode refused(String tag, Location at) {
        String name = tag.startsWith(CORE) ? "!!" + tag.substring(CORE.length()) : "!<" + tag + ">";
        problems.error(
                at,
                "unknown tag " + ValueText.shortened(name),
                "no types are constructed; known are !!bool, !!float, !!int, !!map, !!null, !!seq, !!str and the tags of"
                        + " Precinct, which begin with one !");
        return new YamlNode.Broken(at);
    }
}
