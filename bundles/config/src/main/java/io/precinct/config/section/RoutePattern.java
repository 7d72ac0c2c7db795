package io.precinct.config.section;

import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.Show;
import io.precinct.core.api.config.Location;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path pattern: segments, of which {@code :name} is one variable and a last {@code *name} the rest of the path. What is
 * fixed is percent-encoded in one way only, so that two spellings of a path are one route.
 *
 * @param path the pattern, normalised
 * @param key the pattern without the names of its variables: what tells routes apart
 */
record RoutePattern(String path, String key) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** What stands for itself in a segment (RFC 3986 §3.3, pchar). */
    private static final String PLAIN = "-._~!$&'()*+,;=:@";

    private static final String EXAMPLE = "say /notes/:id or /files/*path";

    /** The pattern, or null where it is none, which is reported. */
    static @Nullable RoutePattern parse(String text, Location at, Problems problems) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            problems.error(at, "the path " + Show.quoted(text) + " " + e.getMessage(), EXAMPLE);
            return null;
        }
    }

    private static RoutePattern parse(String text) {
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
                    "has a variable " + Show.shortened(segment) + " whose name is not letters, digits and _");
        }
        if (kind == '*' && !last) {
            throw new IllegalArgumentException("has the wildcard " + Show.shortened(segment) + " before its end");
        }
        if (!variables.add(name)) {
            throw new IllegalArgumentException("has the variable " + Show.shortened(name) + " twice");
        }
    }

    private static String fixed(String segment) {
        byte[] decoded = decode(segment);
        String plain = text(decoded);
        if (plain.equals(".") || plain.equals("..")) {
            throw new IllegalArgumentException("has the segment " + plain + ", which clients resolve away");
        }
        var encoded = new StringBuilder();
        for (byte b : decoded) {
            char c = (char) (b & 0xff);
            boolean stands = c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
            boolean wouldBeVariable = encoded.isEmpty() && (c == ':' || c == '*');
            if (stands && !wouldBeVariable) {
                encoded.append(c);
            } else {
                encoded.append(String.format("%%%02X", (int) c));
            }
        }
        return encoded.toString();
    }

    private static String text(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("has percent-encoded bytes that are not UTF-8", e);
        }
    }

    private static byte[] decode(String segment) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '?' || c == '#' || Character.isISOControl(c)) {
                throw new IllegalArgumentException(
                        "has a character that no path has, " + Show.quoted(String.valueOf(c)));
            }
            if (c != '%') {
                int end = Character.isHighSurrogate(c) && i + 1 < segment.length() ? i + 2 : i + 1;
                bytes.writeBytes(segment.substring(i, end).getBytes(StandardCharsets.UTF_8));
                i = end - 1;
                continue;
            }
            if (!segment.substring(i).matches("(?s)%[0-9A-Fa-f]{2}.*")) {
                throw new IllegalArgumentException("has a % without two hexadecimal digits");
            }
            bytes.write(Integer.parseInt(segment.substring(i + 1, i + 3), 16));
            i += 2;
        }
        return bytes.toByteArray();
    }
}
