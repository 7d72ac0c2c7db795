package io.precinct.common.accept;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An {@code Accept} header (RFC 9110 §12.5.1). Media types are given in lower case and without parameters. Parts that
 * are not media ranges are ignored, at most 64 media ranges are read, and a weight that cannot be read counts as 1.
 * Immutable.
 */
public final class AcceptHeader {
    private static final int MOST = 64;
    private static final int EXACT = 2;

    private static final AcceptHeader ANYTHING = new AcceptHeader(List.of(new Range("*", "*", 1)));

    private final List<Range> ranges;

    private AcceptHeader(List<Range> ranges) {
        this.ranges = ranges;
    }

    private record Range(String type, String subtype, double quality) {
        /** 2 for an exact match, 1 for {@code type/*}, 0 for {@code *}{@code /*}, -1 for none. */
        int precision(String otherType, String otherSubtype) {
            if (type.equals("*")) {
                return subtype.equals("*") ? 0 : -1;
            }
            if (!type.equals(otherType)) {
                return -1;
            }
            return subtype.equals("*") ? 1 : subtype.equals(otherSubtype) ? EXACT : -1;
        }
    }

    /**
     * Reads the value of a header. Several headers are passed as one value, separated by commas.
     *
     * @param value the value as it was sent; null or blank accepts everything
     */
    public static AcceptHeader of(@Nullable String value) {
        if (value == null || value.isBlank()) {
            return ANYTHING;
        }
        var ranges = new ArrayList<Range>();
        for (String item : value.toLowerCase(Locale.ROOT).split(",", MOST)) {
            String[] parts = item.split(";");
            String[] names =
                    parts.length == 0 ? new String[0] : parts[0].strip().split("/", -1);
            if (names.length == 2 && !names[0].isEmpty() && !names[1].isEmpty()) {
                ranges.add(new Range(names[0], names[1], Weights.of(parts)));
            }
        }
        return new AcceptHeader(List.copyOf(ranges));
    }

    /** The quality that the most specific range gives a media type, 0 to 1; 0 if no range matches. */
    public double quality(String mediaType) {
        return quality(mediaType, 0);
    }

    /** As {@link #quality(String)}, but considers only ranges that name the media type in full. */
    public double qualityByName(String mediaType) {
        return quality(mediaType, EXACT);
    }

    private double quality(String mediaType, int leastPrecision) {
        int slash = mediaType.indexOf('/');
        String type = mediaType.substring(0, slash);
        String subtype = mediaType.substring(slash + 1);
        int specific = -1;
        double quality = 0;
        for (Range range : ranges) {
            int precision = range.precision(type, subtype);
            if (precision >= leastPrecision
                    && (precision > specific || precision == specific && range.quality > quality)) {
                specific = precision;
                quality = range.quality;
            }
        }
        return quality;
    }

    /** The media type with the highest quality, the first of equal ones; null if none is accepted. */
    public @Nullable String best(List<String> offered) {
        String best = null;
        double most = 0;
        for (String offer : offered) {
            double quality = quality(offer);
            if (quality > most) {
                best = offer;
                most = quality;
            }
        }
        return best;
    }
}
