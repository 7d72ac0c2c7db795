package io.precinct.formatter.html;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which strings become links: complete http(s) URLs and paths of this site, and nothing with another scheme.
 */
final class Link {
    private static final int LONGEST = 2048;

    /** A URL of characters that RFC 3986 allows, without quotes. */
    private static final Pattern URL = Pattern.compile(
            "(?i)https?://[a-z0-9\\[][a-z0-9.:\\[\\]@_~%-]*(?:[/?#][a-z0-9._~:/?#\\[\\]@!$&()*+,;=%-]*)?");

    /** A path with one leading slash; a second slash, or a backslash, would lead to another site. */
    private static final Pattern PATH =
            Pattern.compile("/(?:[A-Za-z0-9._~!$&()+,;=@%-][A-Za-z0-9._~:/?#@!$&()*+,;=%-]*)?");

    /** Members that contain paths of files on the server, which are not paths of this site. */
    private static final Set<String> OF_FILES =
            Set.of("file", "files", "source", "dir", "folder", "fixture_dirs", "config_dir", "data_dir");

    /** {@code /etc/precinct/service.yml:12}: a line of a file. */
    private static final Pattern LINE = Pattern.compile(".*:[0-9]+");

    /** The label of a path that is the place of a route, and no address. */
    private static final String PLACE = "place";

    private Link() {}

    /**
     * The label by which a member of a map is judged: its name, unless it is the path of a route that a browser cannot
     * open, which has a method beside it and no {@code opens: true}.
     */
    static String label(Map<?, ?> members, String name) {
        boolean place = name.equals("path")
                && members.get("method") instanceof String
                && !Boolean.TRUE.equals(members.get("opens"));
        return place ? PLACE : name;
    }

    /**
     * True if {@code text} may become the target of a link as it is.
     *
     * @param label name of the value
     */
    static boolean leadsSomewhere(String text, String label) {
        int length = text.length();
        if (length < 2 || length > LONGEST) {
            return false;
        }
        return switch (text.charAt(0)) {
            case '/' ->
                PATH.matcher(text).matches()
                        && !isRoutePattern(text)
                        && !OF_FILES.contains(label)
                        && !label.equals(PLACE)
                        && !LINE.matcher(text).matches();
            case 'h', 'H' -> URL.matcher(text).matches();
            default -> false;
        };
    }

    /** Whether a path is the pattern of a route, such as {@code /notes/:id} or {@code /files/*path}, and no address. */
    private static boolean isRoutePattern(String path) {
        return path.contains("/:") || path.contains("/*");
    }
}
