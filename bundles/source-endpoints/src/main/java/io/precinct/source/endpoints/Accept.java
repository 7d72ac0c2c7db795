package io.precinct.source.endpoints;

import io.precinct.api.boundary.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client wants to see (RFC 9110 §12.5.1). */
public final class Accept {
    /** Data, for programs. */
    public static final String JSON = "application/json";
    /** A page, for people. */
    public static final String HTML = "text/html";
    /** Text as it is. */
    public static final String TEXT = "text/plain";
    /** Bytes as they are. */
    public static final String BYTES = "application/octet-stream";
    /** A picture. */
    public static final String SVG = "image/svg+xml";

    private static final List<String> OF_LISTS = List.of(JSON, HTML, "text/markdown", TEXT);
    private static final List<String> OF_FILES = List.of(JSON, HTML, TEXT, BYTES, "text/markdown");
    private static final int MOST = 64;

    private record Range(String type, double quality) {
        /** 2 for an exact match, 1 for {@code type/*}, 0 for {@code *}{@code /*}, -1 for none. */
        int precision(String mediaType) {
            if (type.equals(mediaType)) {
                return 2;
            }
            if (type.equals("*/*")) {
                return 0;
            }
            return type.endsWith("/*") && mediaType.startsWith(type.substring(0, type.length() - 1)) ? 1 : -1;
        }
    }

    private Accept() {}

    /**
     * Whether the client would rather have a page than data. What is probed or traced is answered as data: only that can
     * be looked into.
     */
    public static boolean page(Input input) {
        return !inspected(input) && HTML.equals(best(input, OF_LISTS));
    }

    /** As what a file is wanted: one of {@link #JSON}, {@link #HTML}, {@link #TEXT}, {@link #BYTES}, or null for others. */
    static @Nullable String file(Input input) {
        String best = best(input, OF_FILES);
        return HTML.equals(best) && inspected(input) ? JSON : best;
    }

    /** Whether the answer is held against scenarios or carries a trace. */
    static boolean inspected(Input input) {
        return input.get("service") instanceof Map<?, ?> service
                && (service.get("verify") != null || Boolean.TRUE.equals(service.get("trace")));
    }

    private static @Nullable String best(Input input, List<String> offered) {
        return best(input.headers().get("accept") instanceof String accept ? accept : null, offered);
    }

    /** The offer that the header wants most, the first of equals; null where it wants none. */
    static @Nullable String best(@Nullable String accept, List<String> offered) {
        if (accept == null || accept.isBlank()) {
            return offered.getFirst();
        }
        List<Range> ranges = ranges(accept);
        String best = null;
        double most = 0;
        for (String offer : offered) {
            double quality = quality(ranges, offer);
            if (quality > most) {
                best = offer;
                most = quality;
            }
        }
        return best;
    }

    private static double quality(List<Range> ranges, String offer) {
        int specific = -1;
        double quality = 0;
        for (Range range : ranges) {
            int precision = range.precision(offer);
            if (precision > specific || precision >= 0 && precision == specific && range.quality > quality) {
                specific = precision;
                quality = range.quality;
            }
        }
        return quality;
    }

    private static List<Range> ranges(String accept) {
        var ranges = new ArrayList<Range>();
        for (String item : accept.toLowerCase(Locale.ROOT).split(",", MOST)) {
            String[] parts = item.split(";");
            if (parts.length > 0 && parts[0].indexOf('/') > 0) {
                ranges.add(new Range(parts[0].strip(), weight(parts)));
            }
        }
        return ranges;
    }

    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.matches("q=[01](\\.[0-9]{0,3})?")) {
                return Math.min(1, Double.parseDouble(parameter.substring(2)));
            }
        }
        return 1;
    }
}
