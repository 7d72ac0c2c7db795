package io.precinct.cases.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How urgent a case is, in ascending order. */
// @req:case-vocabulary
public enum Urgency {
    /** What a new case is unless it says otherwise. */
    ROUTINE,
    PRIORITY,
    URGENT,
    CRITICAL,
    EMERGENCY;

    /** All names as they are served and stored, in ascending order. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(Urgency::wireName).toList();

    private final String wireName;

    Urgency() {
        wireName = name().toLowerCase(Locale.ROOT);
    }

    /** The name as it is served and stored. */
    public String wireName() {
        return wireName;
    }

    /** Counted from 0 for {@link #ROUTINE}: the number by which cases are sorted. */
    public int rank() {
        return ordinal();
    }

    /** The levels above this one, in ascending order. */
    public List<Urgency> higher() {
        return List.of(values()).subList(ordinal() + 1, values().length);
    }

    /**
     * The level of this name.
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
