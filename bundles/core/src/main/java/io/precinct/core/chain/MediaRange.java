package io.precinct.core.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One range of an {@code Accept} header (RFC 9110 §12.5.1).
 *
 * @param type lower case, or *
 * @param subtype lower case, or *
 * @param quality 0 to 1
 */
record MediaRange(String type, String subtype, double quality) {
    private static final int MOST = 64;

    /** The ranges of a header; what is not a range is passed over. */
    static List<MediaRange> list(String accept) {
        var ranges = new ArrayList<MediaRange>();
        for (String item : accept.toLowerCase(Locale.ROOT).split(",", MOST)) {
            String[] parts = item.split(";");
            String[] names =
                    parts.length == 0 ? new String[0] : parts[0].strip().split("/", -1);
            if (names.length == 2 && !names[0].isEmpty() && !names[1].isEmpty()) {
                ranges.add(new MediaRange(names[0], names[1], quality(parts)));
            }
        }
        return ranges;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                return weight(parameter.substring(2).strip());
            }
        }
        return 1;
    }

    /** A weight that is not one of the grammar's counts as 1: the range itself was said clearly. */
    private static double weight(String text) {
        return text.matches("[01](\\.[0-9]{0,3})?") ? Math.min(1, Double.parseDouble(text)) : 1;
    }

    /** The quality that the most specific matching range gives a media type; 0 where none matches. */
    static double quality(List<MediaRange> ranges, String mediaType) {
        int slash = mediaType.indexOf('/');
        String type = mediaType.substring(0, slash);
        String subtype = mediaType.substring(slash + 1);
        int specific = -1;
        double quality = 0;
        for (MediaRange range : ranges) {
            int precision = range.precision(type, subtype);
            if (precision > specific || precision == specific && precision >= 0 && range.quality > quality) {
                specific = precision;
                quality = range.quality;
            }
        }
        return quality;
    }

    /** 2 for an exact match, 1 for {@code type/*}, 0 for {@code *}{@code /*}, -1 for none. */
    private int precision(String otherType, String otherSubtype) {
        if (type.equals("*")) {
            return subtype.equals("*") ? 0 : -1;
        }
        if (!type.equals(otherType)) {
            return -1;
        }
        return subtype.equals("*") ? 1 : subtype.equals(otherSubtype) ? 2 : -1;
    }
}
