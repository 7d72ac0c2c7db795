package io.precinct.configuration.queries.document;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The values of YAML scalars. In 1.1 {@code yes} is true and {@code 010} is eight, but {@code 22:22} is a text, as for
 * Kubernetes and compose; 1.2 follows its core schema. Times and bytes stay text, since JSON has none of them. Not
 * thread-safe.
 */
final class YamlScalars extends SafeConstructor {
    private static final Pattern NULL = Pattern.compile("null|Null|NULL|~|");
    private static final Pattern TRUTH = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final int LONGEST_NUMBER = 1000;

    private final Resolver resolver = new Resolver();
    private final boolean core;

    private YamlScalars(boolean core) {
        super(new LoaderOptions());
        this.core = core;
    }

    static YamlScalars version(boolean is12) {
        return new YamlScalars(is12);
    }

    /**
     * The value: text, number, truth value or null.
     *
     * @throws IllegalArgumentException if it is not what its tag says
     */
    @Nullable
    Object value(ScalarEvent event) {
        String text = event.getValue();
        Tag tag = tag(event);
        if (tag.equals(Tag.NULL)) {
            return null;
        }
        boolean isNumber = tag.equals(Tag.INT) || tag.equals(Tag.FLOAT);
        if (isNumber && text.length() > LONGEST_NUMBER) {
            throw new IllegalArgumentException("a number has at most " + LONGEST_NUMBER + " characters");
        }
        if (isNumber && core) {
            return number(text);
        }
        // Not numbers to base 60, which nobody means.
        if (tag.equals(Tag.BOOL) || isNumber && text.indexOf(':') < 0) {
            return constructed(tag, event);
        }
        return text;
    }

    private Tag tag(ScalarEvent event) {
        String tag = event.getTag();
        if (tag != null && !tag.equals("!")) {
            return new Tag(tag);
        }
        if (tag != null || !event.isPlain()) {
            return Tag.STR;
        }
        return core ? coreTag(event.getValue()) : resolver.resolve(NodeId.scalar, event.getValue(), true);
    }

    private static Tag coreTag(String text) {
        if (NULL.matcher(text).matches()) {
            return Tag.NULL;
        }
        if (TRUTH.matcher(text).matches()) {
            return Tag.BOOL;
        }
        if (INTEGER.matcher(text).matches()) {
            return Tag.INT;
        }
        return FLOAT.matcher(text).matches() ? Tag.FLOAT : Tag.STR;
    }

    private static Object number(String text) {
        if (text.startsWith("0o")) {
            return Numbers.plain(new BigInteger(text.substring(2), 8));
        }
        if (text.startsWith("0x")) {
            return Numbers.plain(new BigInteger(text.substring(2), 16));
        }
        if (INTEGER.matcher(text).matches()) {
            return Numbers.plain(new BigInteger(text));
        }
        double number = Double.parseDouble(text);
        return Double.isFinite(number) ? (Object) number : text;
    }

    private Object constructed(Tag tag, ScalarEvent event) {
        var node =
                new ScalarNode(tag, event.getValue(), event.getStartMark(), event.getEndMark(), event.getScalarStyle());
        try {
            Object value = getConstructor(node).construct(node);
            return switch (value) {
                case Boolean truth -> truth;
                case Double number -> Double.isFinite(number) ? (Object) number : event.getValue();
                case Number number -> Numbers.plain(number);
                case null, default -> throw new IllegalArgumentException(tag + " is not what " + node + " is");
            };
        } catch (YAMLException | NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException(event.getValue() + " is not a " + tag, e);
        }
    }
}
