package io.precinct.lib.jetty;

/**
 * The beginning of a request that could not be read, for the log: as it was sent, a character for each byte, and of
 * bounded length.
 *
 * @param method the text before the first space
 * @param target the text after it, up to the next space or a query, which may hold secrets; empty if there is none
 */
public record RequestLine(String method, String target) {
    /** The most characters of a line that are of interest. */
    static final int MOST = 1024;

    private static final int MOST_OF_METHOD = 32;
    private static final int MOST_OF_TARGET = 256;
    private static final String SCHEME_END = "://";

    public RequestLine {
        method = bounded(method, MOST_OF_METHOD);
        target = bounded(withoutAuthority(withoutQuery(target)), MOST_OF_TARGET);
    }

    /** The request line with which a text begins. */
    static RequestLine of(String text) {
        String line = firstLine(text);
        int method = line.indexOf(' ');
        if (method < 0) {
            return new RequestLine(line, "");
        }
        String rest = line.substring(method).stripLeading();
        int target = rest.indexOf(' ');
        return new RequestLine(line.substring(0, method), target < 0 ? rest : rest.substring(0, target));
    }

    private static String firstLine(String text) {
        int start = 0;
        while (start < text.length() && isLineEnd(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < text.length() && !isLineEnd(text.charAt(end))) {
            end++;
        }
        return text.substring(start, end);
    }

    private static boolean isLineEnd(char c) {
        return c == '\r' || c == '\n';
    }

    private static String withoutQuery(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** An absolute target may hold a password before its host. */
    private static String withoutAuthority(String target) {
        int scheme = target.indexOf(SCHEME_END);
        if (scheme < 0 || target.startsWith("/")) {
            return target;
        }
        int path = target.indexOf('/', scheme + SCHEME_END.length());
        return path < 0 ? "/" : target.substring(path);
    }

    private static String bounded(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
