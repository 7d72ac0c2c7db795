package io.precinct.common.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses manifest headers of the common form (OSGi Core 8, §3.2.4). Clauses are separated by commas; each clause has
 * one or more paths and their parameters, separated by semicolons. Quoted text may contain either separator, and a
 * quote after a backslash. This class is needed because the framework parses only the headers of installed bundles.
 */
public final class HeaderClauses {
    /**
     * One clause.
     *
     * @param paths the values that its parameters apply to; at least one
     * @param parameters attributes by name, with the type that follows a colon if there is one, and directives by name
     *     followed by a colon
     */
    public record Clause(List<String> paths, Map<String, String> parameters) {
        /** The first path. */
        public String path() {
            return paths.getFirst();
        }
    }

    private HeaderClauses() {}

    /** The clauses of a header; none if it is absent. */
    public static List<Clause> parse(@Nullable String header) {
        List<Clause> clauses = new ArrayList<>();
        for (String clause : split(header == null ? "" : header, ',')) {
            List<String> paths = new ArrayList<>();
            Map<String, String> parameters = new LinkedHashMap<>();
            for (String part : split(clause, ';')) {
                int equals = part.indexOf('=');
                if (equals < 0) {
                    paths.add(part);
                } else {
                    parameters.put(part.substring(0, equals).strip(), unquoted(part.substring(equals + 1)));
                }
            }
            if (!paths.isEmpty()) {
                clauses.add(new Clause(List.copyOf(paths), parameters));
            }
        }
        return clauses;
    }

    /** All paths of all clauses. */
    public static List<String> paths(@Nullable String header) {
        return parse(header).stream().flatMap(clause -> clause.paths().stream()).toList();
    }

    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i < text.length() && text.charAt(i) == '"') {
                quoted = !quoted;
            } else if (i + 1 < text.length() && text.charAt(i) == '\\' && quoted) {
                i++; // an escaped quote does not end the text
            } else if (i == text.length() || (text.charAt(i) == separator && !quoted)) {
                String part = text.substring(start, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                start = i + 1;
            }
        }
        return parts;
    }

    /** The value without quotes and escapes. The colon of a directive's {@code :=} stays with the name. */
    private static String unquoted(String value) {
        String text = value.strip();
        return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1")
                : text;
    }
}
