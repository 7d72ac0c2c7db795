package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import io.precinct.common.uri.PercentCoding;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Builds the addresses of other pages of a list: the address of the request with one query parameter replaced. */
public final class PageAddress {
    private PageAddress() {}

    /**
     * Returns path and query of another page, for the header {@code Link}. The path is built from the route and its
     * variables, because the decoded path of the request does not distinguish a separating slash from a slash within a
     * variable, which the client sent as {@code %2F}.
     *
     * @param name the name of the parameter, for example {@code cursor}
     */
    public static String of(Input input, String name, String value) {
        var path = new StringJoiner("/");
        for (String segment : String.valueOf(input.route().get("path")).split("/", -1)) {
            if (segment.startsWith(":")) {
                path.add(PercentCoding.encode(input.params().text(segment.substring(1))));
            } else if (segment.startsWith("*")) {
                path.add(PercentCoding.encodePath(input.params().text(segment.substring(1))));
            } else {
                path.add(PercentCoding.encode(PercentCoding.decode(segment)));
            }
        }
        return path + query(input.query().map(), name, value);
    }

    /** Returns only the query, as a relative address (RFC 3986 §4.2), which keeps the path as the client wrote it. */
    public static String query(Map<String, @Nullable Object> query, String name, String value) {
        var address = new StringBuilder("?").append(name).append('=').append(PercentCoding.encode(value));
        query.forEach((key, given) -> {
            List<?> values = given instanceof List<?> list ? list : List.of(String.valueOf(given));
            if (!key.equals(name)) {
                values.forEach(v -> address.append('&')
                        .append(PercentCoding.encode(key))
                        .append('=')
                        .append(PercentCoding.encode(String.valueOf(v))));
            }
        });
        return address.toString();
    }
}
