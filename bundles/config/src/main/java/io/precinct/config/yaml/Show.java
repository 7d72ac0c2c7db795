package io.precinct.config.yaml;

import io.precinct.api.data.Json;
import org.jspecify.annotations.Nullable;

/** Values as problems show them: short, on one line, and never those that a tag brought from outside. */
public final class Show {
    private static final int LONGEST = 80;

    private Show() {}

    /** What stands there, in words. */
    public static String node(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.origin() == null ? value(scalar.value()) : fromTag(scalar);
            case Node.Sequence _ -> "a list";
            case Node.Mapping _ -> "a map";
            case Node.Tagged tagged -> "!" + shortened(tagged.tag());
            case Node.Shaped _ -> "a shape";
            case Node.Late late -> "!" + late.tag().tag();
            case Node.Broken _ -> "something broken";
        };
    }

    private static String fromTag(Node.Scalar scalar) {
        String kind = switch (scalar.value()) {
            case null -> "nothing";
            case String _ -> "text";
            case Number _ -> "a number";
            default -> "true or false";
        };
        return kind + " from !" + scalar.origin();
    }

    private static String value(@Nullable Object value) {
        return value == null ? "nothing" : shortened(Json.compact(value));
    }

    /** {@code text} in quotes. */
    public static String quoted(String text) {
        return shortened(Json.compact(text));
    }

    /** {@code text}, cut where it is long, on one line. */
    public static String shortened(String text) {
        return shortened(text, LONGEST);
    }

    /** {@code text}, cut where it is longer than {@code longest}, on one line. */
    public static String shortened(String text, int longest) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        if (line.length() <= longest) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(longest - 2)) ? longest - 2 : longest - 1;
        return line.substring(0, end) + "…";
    }
}
