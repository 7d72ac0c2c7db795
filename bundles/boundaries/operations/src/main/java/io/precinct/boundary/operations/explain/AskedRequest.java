package io.precinct.boundary.operations.explain;

import io.precinct.common.uri.PercentCoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to be explained: {@code [METHOD] path} or {@code [METHOD] URL}. Without a method it stands for a request of
 * every method. The path may also be the pattern of a route.
 *
 * @param method upper-case; null for every method
 * @param host of the URL in lower case, without port; null if only a path is given
 * @param port of the URL, or -1
 * @param path percent-encoded, beginning with {@code /}, without query
 */
record AskedRequest(@Nullable String method, @Nullable String host, int port, String path) {
    private static final Pattern ASKED = Pattern.compile("(?:([A-Za-z]+)\\s+)?"
            + "(?:https?://(\\[[^\\]/]+\\]|[^:/?#\\s]+)(?::(\\d{1,5}))?)?(/[^?#\\s]*)?(?:[?#]\\S*)?");

    private static final Pattern NAME_OF_VARIABLE = Pattern.compile("/([:*])[^/]*");

    /** The request, or empty if {@code what} is not a request. */
    static Optional<AskedRequest> read(String what) {
        Matcher asked = ASKED.matcher(what);
        if (!asked.matches() || (asked.group(2) == null && asked.group(4) == null)) {
            return Optional.empty();
        }
        String method = asked.group(1);
        String host = asked.group(2);
        String port = asked.group(3);
        String path = asked.group(4);
        return Optional.of(new AskedRequest(
                method == null ? null : method.toUpperCase(Locale.ROOT),
                host == null ? null : host.toLowerCase(Locale.ROOT),
                port == null ? -1 : Integer.parseInt(port),
                path == null ? "/" : path));
    }

    /** Whether a route with this method takes the method of the request; a route for GET also takes HEAD. */
    boolean hasMethod(String routeMethod) {
        if (method == null) {
            return true;
        }
        String own = method.toLowerCase(Locale.ROOT);
        return own.equals(routeMethod) || own.equals("head") && routeMethod.equals("get");
    }

    /** Whether the path is the pattern of a route, with variables. */
    boolean isPattern() {
        return path.contains("/:") || path.contains("/*");
    }

    /** Whether the path is this pattern, whatever the names of the variables. */
    boolean isAt(String pattern) {
        return shape(path).equals(shape(pattern));
    }

    private static String shape(String pattern) {
        return NAME_OF_VARIABLE.matcher(pattern).replaceAll("/$1");
    }

    /** Whether the path matches the pattern of a route. */
    boolean fits(String pattern) {
        return fits(segments(pattern), segments(path));
    }

    /** The prefix of the path, such as {@code /api/v1}, without which the path would match a pattern; empty if none. */
    Optional<String> prefixBefore(String pattern) {
        List<String> own = segments(path);
        if (!hasFixed(segments(pattern))) {
            return Optional.empty();
        }
        for (int i = 1; i < own.size(); i++) {
            if (fits(segments(pattern), own.subList(i, own.size()))) {
                return Optional.of("/" + String.join("/", own.subList(0, i)));
            }
        }
        return Optional.empty();
    }

    /** The prefix of a pattern that the path lacks; empty if a prefix is not the only difference. */
    Optional<String> prefixMissing(String pattern) {
        List<String> wanted = segments(pattern);
        List<String> own = segments(path);
        for (int i = 1; i < wanted.size(); i++) {
            List<String> rest = wanted.subList(i, wanted.size());
            if (hasFixed(rest) && fits(rest, own)) {
                return Optional.of("/" + String.join("/", wanted.subList(0, i)));
            }
        }
        return Optional.empty();
    }

    /** The same request with this method. */
    AskedRequest with(String otherMethod) {
        return new AskedRequest(otherMethod.toUpperCase(Locale.ROOT), host, port, path);
    }

    /** The same request with another path. */
    AskedRequest at(String otherPath) {
        return new AskedRequest(method, host, port, otherPath);
    }

    private static boolean fits(List<String> pattern, List<String> path) {
        for (int i = 0; i < pattern.size(); i++) {
            String wanted = pattern.get(i);
            if (i >= path.size()) {
                return false;
            }
            if (wanted.startsWith("*")) {
                return !path.get(i).isEmpty();
            }
            boolean fits = isVariable(wanted)
                    ? !path.get(i).isEmpty()
                    : decoded(wanted).equals(decoded(path.get(i)));
            if (!fits) {
                return false;
            }
        }
        return pattern.size() == path.size();
    }

    /** Whether a pattern has a fixed segment. A pattern of variables alone matches too much to be a useful hint. */
    private static boolean hasFixed(List<String> pattern) {
        return pattern.stream().anyMatch(segment -> !isVariable(segment));
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith(":") || segment.startsWith("*");
    }

    private static String decoded(String segment) {
        String decoded = PercentCoding.decodeOrNull(segment);
        return decoded == null ? segment : decoded;
    }

    private static List<String> segments(String path) {
        return new ArrayList<>(List.of(path.substring(1).split("/", -1)));
    }

    @Override
    public String toString() {
        String at = port < 0 ? "" : ":" + port;
        return (method == null ? "" : method + " ") + (host == null ? "" : host + at) + path;
    }
}
