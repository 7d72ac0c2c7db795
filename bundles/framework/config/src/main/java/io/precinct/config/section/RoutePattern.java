package io.precinct.config.section;

import io.precinct.common.uri.PercentCoding;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.core.api.config.Location;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path pattern: static segments, {@code :name} for a variable, a last {@code *name} for the rest of the path. Static
 * segments are percent-encoded in a normal form, so that two spellings of a path are one route.
 *
 * @param path the pattern, normalised
 * @param key the pattern without the names of its variables; distinguishes routes
 */
record RoutePattern(String path, String key) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String EXAMPLE = "say /notes/:id or /files/*path";

    /** The pattern, or null if {@code text} is not one, which is reported. */
    static @Nullable RoutePattern parse(String text, Location at, Problems problems) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            problems.error(at, "the path " + ValueText.quoted(text) + " " + e.getMessage(), EXAMPLE);
            return null;
        }
    }

    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException if {@code text} is not a pattern
     */
    static RoutePattern parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("does not begin with /");
        }
        List<String> segments = List.of(text.substring(1).split("/", -1));
        var path = new StringBuilder();
        var key = new StringBuilder();
        Set<String> variables = new HashSet<>();
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            if (segment.isEmpty() && !last) {
                throw new IllegalArgumentException("has an empty segment");
            }
            char kind = segment.isEmpty() ? '/' : segment.charAt(0);
            if (kind == ':' || kind == '*') {
                variable(segment, kind, last, variables);
                path.append('/').append(segment);
                key.append('/').append(kind);
            } else if (segment.indexOf('{') >= 0 || segment.indexOf('}') >= 0) {
                throw new IllegalArgumentException("has braces, which no path has; a variable is written :name");
            } else {
                String fixed = fixed(segment);
                path.append('/').append(fixed);
                key.append('/').append(fixed);
            }
        }
        return new RoutePattern(path.toString(), key.toString());
    }

    private static void variable(String segment, char kind, boolean last, Set<String> variables) {
        String name = segment.substring(1);
        if (!VARIABLE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "has a variable " + ValueText.shortened(segment) + " whose name is not letters, digits and _");
        }
        if (kind == '*' && !last) {
            throw new IllegalArgumentException("has the wildcard " + ValueText.shortened(segment) + " before its end");
        }
        if (!variables.add(name)) {
            throw new IllegalArgumentException("has the variable " + ValueText.shortened(name) + " twice");
        }
    }

    private static String fixed(String segment) {
        String plain = decoded(segment);
        if (plain.equals(".") || plain.equals("..")) {
            throw new IllegalArgumentException("has the segment " + plain + ", which clients resolve away");
        }
        String encoded = PercentCoding.encodeSegment(plain);
        if (encoded.startsWith(":") || encoded.startsWith("*")) { // would be read as a variable
            return PercentCoding.encode(encoded.substring(0, 1)) + encoded.substring(1);
        }
        return encoded;
    }

    private static String decoded(String segment) {
        for (char c : segment.toCharArray()) {
            if (c == '?' || c == '#' || Character.isISOControl(c)) {
                throw new IllegalArgumentException(
                        "has a character that no path has, " + ValueText.quoted(String.valueOf(c)));
            }
        }
        try {
            return PercentCoding.decode(segment);
        } catch (PercentCoding.Malformed e) {
            throw new IllegalArgumentException("has " + e.getMessage(), e);
        }
    }
}
