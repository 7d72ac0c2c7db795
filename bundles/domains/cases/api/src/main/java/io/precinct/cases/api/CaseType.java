package io.precinct.cases.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The type of a case. A case need not have a type. */
// @req:case-vocabulary
public enum CaseType {
    BUG(Group.WORK),
    STORY(Group.WORK),
    FEATURE(Group.WORK),
    TASK(Group.WORK),
    INVESTIGATION(Group.WORK),
    EMERGENCY_RESPONSE(Group.DETECTIVE),
    SURVEILLANCE(Group.DETECTIVE),
    ANALYSIS(Group.DETECTIVE),
    REPORT(Group.DETECTIVE),
    FOLLOW_UP(Group.DETECTIVE),
    ROUTINE_PATROL(Group.DETECTIVE),
    EVIDENCE_REVIEW(Group.DETECTIVE),
    WITNESS_INTERVIEW(Group.DETECTIVE),
    CASE_CLOSURE(Group.DETECTIVE),
    IDEA(Group.PLANNING),
    GUIDE(Group.PLANNING),
    EPIC(Group.PLANNING);

    /** The groups of case types. */
    public enum Group {
        WORK,
        /** The group that the filter {@code is_case} selects. */
        DETECTIVE,
        PLANNING
    }

    /** The wire names of all types, in the order of the groups. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(CaseType::wireName).toList();

    private final Group group;
    private final String wireName;

    CaseType(Group group) {
        this.group = group;
        wireName = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the group of the type. */
    public Group group() {
        return group;
    }

    /** Returns the name used in responses and in the database, for example {@code follow-up}. */
    public String wireName() {
        return wireName;
    }

    /**
     * Returns the type with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CaseType of(String wireName) {
        int place = NAMES.indexOf(wireName);
        if (place < 0) {
            throw new IllegalArgumentException(
                    "a case type is one of " + String.join(", ", NAMES) + ", got " + wireName);
        }
        return values()[place];
    }
}
