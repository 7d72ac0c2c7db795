package io.precinct.core.api.chain;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.api.data.MapBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Members and headers of an answer that only the framework may set. If a boundary of a user slot writes one, it is
 * dropped before anybody reads the answer.
 */
public final class ReservedMembers {
    /** Added by the probe: one result entry for each scenario. */
    public static final String VERIFY = "_verify";
    /** Added by a recording. */
    public static final String RECORDED = "_recorded";
    /** Added by a trace. */
    public static final String TRACE = "_trace";
    /** Added by the seal. */
    public static final String SEAL = "_seal";

    /** All of them. */
    public static final List<String> NAMES = List.of(VERIFY, RECORDED, TRACE, SEAL);

    /** The beginning of escaped letters. */
    private static final String ESCAPE = "\\u00";

    private static final String HEADERS = "X-Service-";

    private ReservedMembers() {}

    /** Whether a response header with this name belongs to the framework: all that begin with {@code X-Service-}. */
    public static boolean isHeader(String name) {
        return name.regionMatches(true, 0, HEADERS, 0, HEADERS.length());
    }

    /**
     * The content of a body without those of these members that are {@code forged}. Content that is not JSON, or that
     * {@link Json#read(byte[])} refuses, is left unchanged.
     *
     * @param contentType with its parameters
     * @return {@code content} itself if there is nothing to drop
     */
    public static byte[] dropped(String contentType, byte[] content, Predicate<String> forged) {
        if (!isJson(contentType) || !isObject(content) || !mayHoldAny(content)) {
            return content;
        }
        try {
            return Json.read(content) instanceof Map<?, ?> document
                            && NAMES.stream().anyMatch(name -> document.containsKey(name) && forged.test(name))
                    ? Json.compactBytes(without(document, forged))
                    : content;
        } catch (MalformedJson unreadable) {
            return content;
        }
    }

    /** Whether the content begins as a JSON object does; nothing else has members at its top. */
    private static boolean isObject(byte[] content) {
        for (byte each : content) {
            if (each != ' ' && each != '\n' && each != '\r' && each != '\t') {
                return each == '{';
            }
        }
        return false;
    }

    private static Map<String, ?> without(Map<?, ?> document, Predicate<String> forged) {
        MapBuilder kept = Data.mapBuilder();
        document.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (!NAMES.contains(name) || !forged.test(name)) {
                kept.put(name, value);
            }
        });
        return kept.build();
    }

    /**
     * Whether a name may be in the content, plain or escaped. Most answers have none, and are not parsed: for a large
     * one, that would take longer than everything else. Within a text, quotes follow a backslash, so text that quotes a
     * name does not count.
     */
    private static boolean mayHoldAny(byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf("\"_"); at >= 0; at = text.indexOf("\"_", at + 1)) {
            for (String name : NAMES) {
                int end = at + 1 + name.length();
                if (text.startsWith(name, at + 1) && end < text.length() && text.charAt(end) == '"') {
                    return true;
                }
            }
        }
        for (int at = text.indexOf(ESCAPE); at >= 0; at = text.indexOf(ESCAPE, at + 1)) {
            if (isEscape(text, at)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an escape stands for a letter or an underscore, and its backslash is not itself escaped. */
    private static boolean isEscape(String text, int at) {
        int before = at;
        while (before > 0 && text.charAt(before - 1) == '\\') {
            before--;
        }
        int digit = at + ESCAPE.length();
        return (at - before) % 2 == 0 && digit < text.length() && "567".indexOf(text.charAt(digit)) >= 0;
    }

    private static boolean isJson(String contentType) {
        int parameters = contentType.indexOf(';');
        String type = (parameters < 0 ? contentType : contentType.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }
}
