package io.precinct.config.yaml;

import io.precinct.api.data.Json;
import org.jspecify.annotations.Nullable;

/** Formats values for problems: short, on one line, and never a value that a tag supplied, which may be a secret. */
public final class ValueText {
    private static final int LONGEST = 80;

    private ValueText() {}

    /** A short description of a node. */
    public static String node(YamlNode node) {
        return switch (node) {
            case YamlNode.Scalar scalar -> scalar.origin() == null ? value(scalar.value()) : fromElsewhere(scalar);
            case YamlNode.Sequence _ -> "a list";
            case YamlNode.Mapping _ -> "a map";
            case YamlNode.Tagged tagged -> "!" + shortened(tagged.tag());
            case YamlNode.Shaped _ -> "a shape";
            case YamlNode.Late late -> "!" + late.tag().tag();
            case YamlNode.Broken _ -> "something broken";
        };
    }

    private static String fromElsewhere(YamlNode.Scalar scalar) {
        String kind = switch (scalar.value()) {
            case null -> "nothing";
            case String _ -> "text";
            case Number _ -> "a number";
            default -> "true or false";
        };
        return kind + " from " + scalar.origin();
    }

    private static String value(@Nullable Object value) {
        return value == null ? "nothing" : shortened(Json.compact(value));
    }

    /** {@code text} in quotes. */
    public static String quoted(String text) {
        return shortened(Json.compact(text));
    }

    /** {@code text} on one line, cut if it is long. */
    public static String shortened(String text) {
        return shortened(text, LONGEST);
    }

    /** {@code text} on one line, cut if it is longer than {@code longest} characters. */
    public static String shortened(String text, int longest) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        if (line.length() <= longest) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(longest - 2)) ? longest - 2 : longest - 1;
        return line.substring(0, end) + "…";
    }
}
