package io.precinct.config.settings;

import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${NAME}} in texts by environment variables; <code>$${</code> is a literal <code>${</code>. Not
 * thread-safe.
 */
// @req:source-variables
final class EnvironmentVariables {
    private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Function<String, @Nullable String> environment;
    private final Problems problems;

    /**
     * Replaces variables by their values in an environment.
     *
     * @param environment gives the value of a variable, or null
     */
    EnvironmentVariables(Function<String, @Nullable String> environment, Problems problems) {
        this.environment = environment;
        this.problems = problems;
    }

    /** A document with its variables replaced. No message shows a replaced value afterwards. */
    YamlNode replaced(YamlNode document) {
        return replaced(document, "");
    }

    private YamlNode replaced(YamlNode node, String name) {
        return switch (node) {
            case YamlNode.Mapping map -> {
                var entries = new ArrayList<YamlNode.Entry>();
                for (YamlNode.Entry entry : map.entries()) {
                    String below = name.isEmpty() ? entry.key() : name + "." + entry.key();
                    entries.add(new YamlNode.Entry(entry.key(), entry.keyAt(), replaced(entry.value(), below)));
                }
                yield new YamlNode.Mapping(entries, map.at());
            }
            case YamlNode.Sequence list -> {
                var items = new ArrayList<YamlNode>();
                List<YamlNode> before = list.items();
                for (int i = 0; i < before.size(); i++) {
                    items.add(replaced(before.get(i), name + "[" + i + "]"));
                }
                yield new YamlNode.Sequence(items, list.at());
            }
            case YamlNode.Scalar scalar
            when scalar.value() instanceof String text && text.contains("${") -> replaced(scalar, text, name);
            default -> node;
        };
    }

    private YamlNode replaced(YamlNode.Scalar scalar, String text, String name) {
        Matcher places = PLACE.matcher(text);
        var result = new StringBuilder();
        String origin = null;
        while (places.find()) {
            String value = value(places, scalar, name);
            if (value == null) {
                return new YamlNode.Broken(scalar.at());
            }
            origin = origin == null && places.group(1) != null ? places.group() : origin;
            places.appendReplacement(result, Matcher.quoteReplacement(value));
        }
        String replaced = places.appendTail(result).toString();
        return new YamlNode.Scalar(replaced, replaced, scalar.at(), origin);
    }

    private @Nullable String value(Matcher place, YamlNode.Scalar scalar, String where) {
        String name = place.group(1);
        if (name == null) {
            return "${";
        }
        if (place.group(2).isEmpty() || !NAME.matcher(name).matches()) {
            problems.error(
                    scalar.at(),
                    where + " holds ${ that no name of an environment variable follows",
                    "write $${ where it is meant literally");
            return null;
        }
        String value = environment.apply(name);
        if (value == null) {
            problems.error(
                    scalar.at(),
                    where + " names the environment variable " + name + ", which is not set",
                    "set it before the start, or write $${" + name + "} where it is meant literally");
        }
        return value;
    }
}
