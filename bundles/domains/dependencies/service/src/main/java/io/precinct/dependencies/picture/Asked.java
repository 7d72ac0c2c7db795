package io.precinct.dependencies.picture;

import io.precinct.common.uri.PercentCoding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a page was asked for, as the client wrote it: it fills the form again, and is part of the links.
 *
 * @param path of the request
 * @param from the node, or that where a path begins; empty on the front page
 * @param to where a path ends; null if no path is asked for
 * @param direction null if there is no choice
 * @param depth most edges from the node
 * @param types of edges that are followed; empty for all
 * @param asOf as of when; null for now
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
    /** What sizes a picture is offered in: percent of its natural size, or 0 to fit the page. */
    public static final List<Integer> ZOOMS = List.of(0, 25, 50, 75, 100, 150, 200);

    public Asked {
        types = List.copyOf(types);
    }

    /** The front page. */
    public static Asked front(int zoom) {
        return new Asked("/graph", "", null, null, 0, List.of(), null, zoom);
    }

    private boolean isFront() {
        return path.equals("/graph");
    }

    /** The heading of the page. */
    public String title() {
        if (to != null) {
            return "From " + from + " to " + to;
        }
        return path.endsWith("/impact") ? "What depends on " + from : "What is around " + from;
    }

    /** What holds for other nodes as well: type and instant, as further parameters. */
    public String suffix() {
        var suffix = new StringBuilder();
        types.forEach(type -> suffix.append("&type=").append(PercentCoding.encode(type)));
        if (asOf != null) {
            suffix.append("&as_of=").append(PercentCoding.encode(asOf));
        }
        return suffix.toString();
    }

    /** Another page about the same node, such as {@code impact}. */
    public String about(String page) {
        return "/graph/" + page + "?node=" + PercentCoding.encode(from) + suffix();
    }

    /** The same, asked with further parameters. */
    public String address(String further) {
        if (isFront()) {
            return path + "?" + further.substring(1);
        }
        return path + (to == null ? "?node=" : "?from=") + PercentCoding.encode(from)
                + (to == null ? "" : "&to=" + PercentCoding.encode(to))
                + (direction == null ? "" : "&direction=" + direction)
                + "&depth=" + depth + suffix() + further;
    }

    /** Where the picture alone is. */
    public String picture() {
        return isFront() ? "/graph/edges?format=svg&limit=" + Pictures.MOST_EDGES : address("&format=svg");
    }
}
