package io.precinct.dependencies.picture;

import org.jspecify.annotations.Nullable;

/** The outline of a box, by the kind of its node. The kind also appears as text. */
enum Shape {
    /** Services. */
    PILL {
        @Override
        String markup(int width, int height) {
            return rectangle(width, height, height / 2);
        }
    },
    /** Libraries. */
    SQUARE {
        @Override
        String markup(int width, int height) {
            return rectangle(width, height, 0);
        }
    },
    /** Applications. */
    HEXAGON {
        @Override
        String markup(int width, int height) {
            return "<path class=\"b\" d=\"M%1$d 0H%2$dL%3$d %4$dL%2$d %5$dH%1$dL0 %4$dz\"/>"
                    .formatted(CORNER, width - CORNER, width, height / 2, height);
        }
    },
    /** Every other kind. */
    FOLDED {
        @Override
        String markup(int width, int height) {
            return "<path class=\"b\" d=\"M0 0H%1$dL%2$d %3$dV%4$dH0z\"/>"
                    .formatted(width - CORNER, width, CORNER, height);
        }
    },
    /** Names without a kind. */
    ROUNDED {
        @Override
        String markup(int width, int height) {
            return rectangle(width, height, 6);
        }
    };

    private static final int CORNER = 9;

    static Shape of(@Nullable String kind) {
        return switch (kind) {
            case null -> ROUNDED;
            case "service" -> PILL;
            case "library" -> SQUARE;
            case "application", "app" -> HEXAGON;
            default -> FOLDED;
        };
    }

    /** Returns SVG of the outline of a box with its corner at the origin. */
    abstract String markup(int width, int height);

    private static String rectangle(int width, int height, int radius) {
        return "<rect class=\"b\" width=\"" + width + "\" height=\"" + height + "\" rx=\"" + radius + "\"/>";
    }
}
