package io.precinct.cases.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The urgency of a case, in ascending order. */
// @req:case-vocabulary
public enum Urgency {
    /** The default of a new case. */
    ROUTINE,
    PRIORITY,
    URGENT,
    CRITICAL,
    EMERGENCY;

    /** The wire names of all levels, in ascending order. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(Urgency::wireName).toList();

    private final String wireName;

    Urgency() {
        wireName = name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name used in responses and in the database. */
    public String wireName() {
        return wireName;
    }

    /** Returns the number by which cases are sorted: 0 for {@link #ROUTINE}, and so on. */
    public int rank() {
        return ordinal();
    }

    /** Returns the levels above this one, in ascending order. */
    public List<Urgency> higher() {
        return List.of(values()).subList(ordinal() + 1, values().length);
    }

    /**
     * Returns the level with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Urgency of(String wireName) {
        int place = NAMES.indexOf(wireName);
        if (place < 0) {
            throw new IllegalArgumentException(
                    "an urgency level is one of " + String.join(", ", NAMES) + ", got " + wireName);
        }
        return values()[place];
    }
}
