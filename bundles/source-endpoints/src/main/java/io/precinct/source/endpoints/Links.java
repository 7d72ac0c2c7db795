package io.precinct.source.endpoints;

import io.precinct.source.api.Position;
import io.precinct.source.api.View;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Addresses within this service; paths without host. */
public final class Links {
    private Links() {}

    /** Of a repository. */
    public static String repository(String name) {
        return "/repos/" + encoded(name);
    }

    /** Of a file, without a query. */
    public static String file(String repository, String path) {
        return repository(repository) + "/files/" + path(path);
    }

    /** Of a file at the commit of a view: it will answer the same for ever. */
    public static String pinned(View view, String path) {
        return file(view.repository(), path) + "?ref=" + view.commit();
    }

    /** Of some lines of a file at the commit of a view. */
    public static String pinned(View view, String path, int from, int to) {
        return pinned(view, path) + "&from=" + from + "&to=" + to;
    }

    /** Of a piece of a file at the commit of a view. */
    public static String pinned(View view, String path, Position start, Position end) {
        return pinned(view, path, start.line(), lastLine(start, end));
    }

    /** The last line that a piece reaches into: ends are exclusive. */
    static int lastLine(Position start, Position end) {
        return end.column() == 0 && end.line() > start.line() ? end.line() - 1 : end.line();
    }

    /** A path, each segment encoded. */
    static String path(String path) {
        if (isUnreserved(path.replace('/', '.'))) {
            return path;
        }
        return Arrays.stream(path.split("/", -1)).map(Links::encoded).collect(Collectors.joining("/"));
    }

    private static boolean isUnreserved(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean unreserved = c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '.'
                    || c == '-'
                    || c == '_';
            if (!unreserved) {
                return false;
            }
        }
        return true;
    }

    /** One segment, or a part of a query. */
    public static String encoded(String text) {
        if (isUnreserved(text)) {
            return text;
        }
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }
}
