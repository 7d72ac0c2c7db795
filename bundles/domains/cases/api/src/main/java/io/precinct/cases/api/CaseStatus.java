package io.precinct.cases.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The position of a case in its lifecycle. */
// @req:case-vocabulary
public enum CaseStatus {
    /** Not being worked on; the default of a new case. */
    PARKED,
    /** Being worked on. */
    ACTIVE,
    /** Closed with a resolution. */
    COMPLETED,
    /** The end of the lifecycle. */
    ARCHIVED;

    /** The wire names of all statuses, in the order of the lifecycle. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(CaseStatus::wireName).toList();

    private final String wireName;

    CaseStatus() {
        wireName = name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name used in responses and in the database. */
    public String wireName() {
        return wireName;
    }

    /**
     * Returns the status with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CaseStatus of(String wireName) {
        int place = NAMES.indexOf(wireName);
        if (place < 0) {
            throw new IllegalArgumentException("a status is one of " + String.join(", ", NAMES) + ", got " + wireName);
        }
        return values()[place];
    }
}
