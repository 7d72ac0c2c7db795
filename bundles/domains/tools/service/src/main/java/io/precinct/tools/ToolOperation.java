package io.precinct.tools;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.data.Json;
import io.precinct.common.uri.PercentCoding;
import io.precinct.tools.api.ToolDescription;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a tool: a route, and how arguments become a request to it. Arguments named like path variables or
 * query parameters become these; all others form the body.
 *
 * @param name the name within its tool
 * @param route the path, and who may call it
 * @param contract the input that its boundary accepts
 */
record ToolOperation(String name, RouteDeclaration route, Contract contract) {
    /** The default number of items of a list: a model reads the response word by word. */
    private static final int USUAL_LIMIT = 20;

    private static final String LIMIT = "limit";
    private static final String ENVELOPE = "envelope";

    /** The arguments that become headers, with the names of the headers. */
    private static final Map<String, String> HEADERS =
            Map.of(ToolDescription.IDEMPOTENCY_KEY, "idempotency-key", "if_match", "if-match");

    /** Thrown if arguments cannot be turned into a request. */
    static final class BadArguments extends Exception {
        private static final long serialVersionUID = 1L;

        BadArguments(String message) {
            super(message, null, false, false);
        }
    }

    /** Whether the operation changes nothing. */
    boolean isReading() {
        return route.method().equals("get");
    }

    /**
     * A request.
     *
     * @param query without the question mark, or null
     * @param body JSON, or empty
     * @param headers by lower-case name
     */
    record Call(String method, String path, @Nullable String query, byte[] body, Map<String, String> headers) {}

    /** Returns the request for a call with these arguments. */
    Call call(Map<String, @Nullable Object> arguments) throws BadArguments {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(arguments);
        rest.values().removeIf(Objects::isNull);
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : HEADERS.entrySet()) {
            if (rest.remove(header.getKey()) instanceof String value) {
                headers.put(header.getValue(), value);
            }
        }
        String path = path(rest);
        Set<String> queried = contract.names(Parameter.Place.QUERY);
        if (queried.contains(ENVELOPE)) {
            rest.putIfAbsent(ENVELOPE, true);
        }
        if (queried.contains(LIMIT)) {
            rest.putIfAbsent(LIMIT, USUAL_LIMIT);
        }
        boolean bodiless = isReading() || route.method().equals("delete") && contract.body() == null;
        List<String> query = new ArrayList<>();
        for (String argument : List.copyOf(rest.keySet())) {
            if (bodiless || queried.contains(argument)) {
                query(query, argument, rest.remove(argument));
            }
        }
        byte[] body = bodiless ? new byte[0] : Json.compact(rest).getBytes(StandardCharsets.UTF_8);
        String method = route.method().toUpperCase(Locale.ROOT);
        return new Call(method, path, query.isEmpty() ? null : String.join("&", query), body, headers);
    }

    private String path(Map<String, @Nullable Object> arguments) throws BadArguments {
        var path = new StringBuilder();
        List<String> missing = new ArrayList<>();
        for (String segment : route.path().substring(1).split("/", -1)) {
            path.append('/');
            boolean rest = segment.startsWith("*");
            if (!rest && !segment.startsWith(":")) {
                path.append(segment);
                continue;
            }
            Object value = arguments.remove(segment.substring(1));
            if (value == null || String.valueOf(value).isEmpty()) {
                missing.add(segment.substring(1));
            } else {
                String text = String.valueOf(value);
                if (!isPlain(text, rest)) {
                    throw new BadArguments("the argument " + segment.substring(1) + " has an empty segment, . or ..");
                }
                path.append(rest ? PercentCoding.encodePath(text) : PercentCoding.encode(text));
            }
        }
        if (!missing.isEmpty()) {
            throw new BadArguments(
                    "the operation " + name + " needs the argument " + String.join(", ", missing) + "; give it");
        }
        return path.toString();
    }

    /** Whether the text cannot be read as a path to another place. */
    private static boolean isPlain(String text, boolean rest) {
        List<String> segments = rest ? List.of(text.split("/", -1)) : List.of(text);
        return segments.stream().noneMatch(each -> each.isEmpty() || each.equals(".") || each.equals(".."));
    }

    private static void query(List<String> query, String name, @Nullable Object value) throws BadArguments {
        switch (value) {
            case List<?> several -> {
                for (Object each : several) {
                    query(query, name, each);
                }
            }
            case Map<?, ?> _ -> throw new BadArguments("the argument " + name + " is text, a number or true or false");
            case null -> {}
            case Object one -> query.add(PercentCoding.encode(name) + "=" + PercentCoding.encode(String.valueOf(one)));
        }
    }
}
