package io.precinct.cases.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where a case stands in its lifecycle. */
// @req:case-vocabulary
public enum CaseStatus {
    /** Not being worked on; what a new case is unless it says otherwise. */
    PARKED,
    /** Being worked on. */
    ACTIVE,
    /** Closed with a resolution. */
    COMPLETED,
    /** The end of the lifecycle. */
    ARCHIVED;

    /** All names as they are served and stored, in the order of the lifecycle. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(CaseStatus::wireName).toList();

    private final String wireName;

    CaseStatus() {
        wireName = name().toLowerCase(Locale.ROOT);
    }

    /** The name as it is served and stored. */
    public String wireName() {
        return wireName;
    }

    /**
     * The status of this name.
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
