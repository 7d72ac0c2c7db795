package io.precinct.boundary.inspect.openapi;

import io.precinct.common.uri.PercentCoding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pattern of a route in the syntax of OpenAPI: {@code /a/:b} as <code>/a/{b}</code>, and <code>/a/*rest</code> as
 * <code>/a/{rest}</code>.
 *
 * @param text the template; OpenAPI has no syntax for a variable that matches the rest of the path with its slashes
 * @param variables names of its variables, in order
 */
record PathTemplate(String text, List<String> variables) {
    static PathTemplate of(String pattern) {
        List<String> variables = new ArrayList<>();
        List<String> segments = new ArrayList<>();
        for (String segment : pattern.split("/", -1)) {
            if (segment.length() > 1 && (segment.startsWith(":") || segment.startsWith("*"))) {
                variables.add(segment.substring(1));
                segments.add("{" + segment.substring(1) + "}");
            } else {
                segments.add(PercentCoding.encodeSegment(PercentCoding.decode(segment)));
            }
        }
        return new PathTemplate(String.join("/", segments), List.copyOf(variables));
    }

    /**
     * A key that is equal for templates that differ only in the names of their variables: they are one path in OpenAPI.
     */
    String structure() {
        return text.replaceAll("\\{[^}]*}", "{}");
    }

    /** Names of the variables in a template of the same structure, by their names in this one. */
    Map<String, String> namesIn(PathTemplate other) {
        var names = new LinkedHashMap<String, String>();
        for (int i = 0; i < variables.size(); i++) {
            names.put(variables.get(i), other.variables().get(i));
        }
        return names;
    }
}
