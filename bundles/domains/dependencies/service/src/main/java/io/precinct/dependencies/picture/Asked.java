package io.precinct.dependencies.picture;

import io.precinct.common.uri.PercentCoding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request for a page, as the client wrote it. It fills the form of the page again, and is part of the links.
 *
 * @param path the path of the request
 * @param from the node, or the first node of a path; empty on the front page
 * @param to the last node of a path; null if no path is requested
 * @param direction null if there is no choice
 * @param depth most edges from the node
 * @param types the types of edges that are followed; empty for all
 * @param asOf the requested instant; null for now
 * @param zoom in percent, 0 to fit the page
 */
public record Asked(
        String path,
        String from,
        @Nullable String to,
        @Nullable String direction,
        int depth,
        List<String> types,
        @Nullable String asOf,
        int zoom) {
    /** The offered sizes of a picture: percent of its natural size, or 0 to fit the page. */
    public static final List<Integer> ZOOMS = List.of(0, 25, 50, 75, 100, 150, 200);

    public Asked {
        types = List.copyOf(types);
    }

    /** Returns the request for the front page. */
    public static Asked front(int zoom) {
        return new Asked("/graph", "", null, null, 0, List.of(), null, zoom);
    }

    private boolean isFront() {
        return path.equals("/graph");
    }

    /** Returns the heading of the page. */
    public String title() {
        if (to != null) {
            return "From " + from + " to " + to;
        }
        return path.endsWith("/impact") ? "What depends on " + from : "What is around " + from;
    }

    /** Returns the parameters that links to other nodes keep: types and instant, encoded. */
    public String suffix() {
        var suffix = new StringBuilder();
        types.forEach(type -> suffix.append("&type=").append(PercentCoding.encode(type)));
        if (asOf != null) {
            suffix.append("&as_of=").append(PercentCoding.encode(asOf));
        }
        return suffix.toString();
    }

    /** Returns the address of another page about the same node, such as {@code impact}. */
    public String about(String page) {
        return "/graph/" + page + "?node=" + PercentCoding.encode(from) + suffix();
    }

    /** Returns the address of this request with further parameters. */
    public String address(String further) {
        if (isFront()) {
            return path + "?" + further.substring(1);
        }
        return path + (to == null ? "?node=" : "?from=") + PercentCoding.encode(from)
                + (to == null ? "" : "&to=" + PercentCoding.encode(to))
                + (direction == null ? "" : "&direction=" + direction)
                + "&depth=" + depth + suffix() + further;
    }

    /** Returns the address of the picture alone. */
    public String picture() {
        return isFront() ? "/graph/edges?format=svg&limit=" + Pictures.MOST_EDGES : address("&format=svg");
    }
}
