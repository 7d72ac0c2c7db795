package io.precinct.common.secret;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Masks the secrets of addresses ({@code scheme://…}) wherever they stand in a text, and leaves the rest readable: the
 * password of the user, a user that stands alone before an address of HTTP, and parameters with a telling name. Takes
 * time in proportion to the text.
 */
public final class UrlSecrets {
    /** Stands in place of a secret. */
    public static final String MASK = "***";

    private static final String AUTHORITY = "://";

    /** Parameters that sign or redeem, beside those whose names are {@linkplain SecretNames telling}. */
    private static final Set<String> SIGNING = Set.of("sig", "signature", "x-amz-signature", "x-goog-signature");

    private final String text;
    private final StringBuilder out = new StringBuilder();
    private int copied;

    private UrlSecrets(String text) {
        this.text = text;
    }

    /** The text with masked addresses; the same object if there is nothing to mask. */
    public static String mask(String text) {
        int at = text.indexOf(AUTHORITY);
        if (at < 0) {
            return text;
        }
        var masking = new UrlSecrets(text);
        while (at >= 0) {
            int from = at + AUTHORITY.length();
            int end = masking.end(from);
            masking.user(at, from, end);
            masking.parameters(from, end);
            at = text.indexOf(AUTHORITY, Math.max(from, end));
        }
        return masking.copied == 0
                ? text
                : masking.out.append(text, masking.copied, text.length()).toString();
    }

    /** Where an address ends: at white space, a quote, an angle bracket, or the next address. */
    private int end(int from) {
        int end = from;
        while (end < text.length() && !endsAddress(text.charAt(end))) {
            if (text.startsWith(AUTHORITY, end)) {
                return schemeStart(end, from);
            }
            end++;
        }
        return end;
    }

    private static boolean endsAddress(char c) {
        return Character.isWhitespace(c) || c == '"' || c == '\'' || c == '`' || c == '<' || c == '>';
    }

    private int schemeStart(int end, int least) {
        int start = end;
        while (start > least && isScheme(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static boolean isScheme(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
    }

    private void user(int scheme, int from, int end) {
        int close = authorityEnd(from, end);
        int at = last('@', from, close);
        int port = last(':', from, close) + 1;
        if (at < 0 && port > 0 && text.charAt(from) != '[' && !isPort(port, close)) {
            // A password that nobody encoded, with a slash, a question mark or a number sign in it.
            at = last('@', from, end);
        }
        if (at < 0) {
            return;
        }
        int colon = first(':', from, at);
        if (colon >= 0) {
            mask(colon + 1, at);
        } else if (text.regionMatches(true, schemeStart(scheme, 0), "http", 0, 4)) {
            mask(from, at);
        }
    }

    private int last(char wanted, int from, int to) {
        int at = to - 1;
        while (at >= from && text.charAt(at) != wanted) {
            at--;
        }
        return at < from ? -1 : at;
    }

    private int first(char wanted, int from, int to) {
        int at = from;
        while (at < to && text.charAt(at) != wanted) {
            at++;
        }
        return at < to ? at : -1;
    }

    private int authorityEnd(int from, int end) {
        int close = from;
        while (close < end && "/?#;\\".indexOf(text.charAt(close)) < 0) {
            close++;
        }
        return close;
    }

    private boolean isPort(int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private void parameters(int from, int end) {
        int at = Math.max(from, copied);
        while (at < end) {
            int separator = text.charAt(at);
            at++;
            if (separator != '?' && separator != '&' && separator != ';' && separator != '#') {
                continue;
            }
            int stop = parameterEnd(at, end);
            int equals = first('=', at, stop);
            if (equals >= 0 && isSecret(text.substring(at, equals))) {
                mask(equals + 1, stop);
            }
            at = stop;
        }
    }

    private int parameterEnd(int from, int end) {
        int stop = from;
        while (stop < end && "?&;#".indexOf(text.charAt(stop)) < 0) {
            stop++;
        }
        return stop;
    }

    private static boolean isSecret(String name) {
        String plain = decoded(name);
        return SIGNING.contains(plain.toLowerCase(Locale.ROOT)) || SecretNames.isTelling(plain);
    }

    private static String decoded(String name) {
        try {
            return URLDecoder.decode(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return name;
        }
    }

    private void mask(int from, int to) {
        if (from < to && from >= copied) {
            out.append(text, copied, from).append(MASK);
            copied = to;
        }
    }
}
