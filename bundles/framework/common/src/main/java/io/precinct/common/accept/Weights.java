package io.precinct.common.accept;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Weights of the parts of a negotiating header (RFC 9110 §12.4.2). */
final class Weights {
    /** A valid weight. An invalid weight counts as 1, because the part that has it is clear by itself. */
    private static final Pattern WEIGHT = Pattern.compile("q=([01](?:\\.[0-9]{0,3})?)");

    private Weights() {}

    /**
     * The weight of a part, 0 to 1.
     *
     * @param parts the part in lower case, split at its semicolons
     */
    static double of(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            Matcher weight = WEIGHT.matcher(parts[i].strip());
            if (weight.matches()) {
                return Math.min(1, Double.parseDouble(weight.group(1)));
            }
        }
        return 1;
    }
}
