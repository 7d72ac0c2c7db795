package io.precinct.source.endpoints.traces;

/** A badge with the number of requirements that have code, for use in other pages. */
final class Badge {
    private static final String LABEL = "requirements";
    private static final int LABEL_WIDTH = 92;
    private static final int DIGIT = 8;

    private Badge() {}

    /** The image (SVG 1.1), without scripts or external resources. */
    static String of(int covered, int requirements) {
        String value = requirements == 0 ? "none" : covered + "/" + requirements;
        String colour = requirements == 0 ? "#5d6675" : covered == requirements ? "#1a7f4b" : "#a35c00";
        int right = value.length() * DIGIT + 14;
        int width = LABEL_WIDTH + right;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="%2$s: %3$s">
                <title>%2$s: %3$s</title>
                <clipPath id="r"><rect width="%1$d" height="20" rx="4"/></clipPath>
                <g clip-path="url(#r)"><rect width="%4$d" height="20" fill="#3a414d"/>\
                <rect x="%4$d" width="%5$d" height="20" fill="%6$s"/></g>
                <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">\
                <text x="%7$d" y="14">%2$s</text><text x="%8$d" y="14">%3$s</text></g>
                </svg>
                """.formatted(width, LABEL, value, LABEL_WIDTH, right, colour, LABEL_WIDTH / 2, LABEL_WIDTH + right / 2);
    }
}
