package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * How search by fields filters by a member. The order of the constants is the order in which search lists its
 * parameters.
 */
public enum MemberFilter {
    /** Matches any of the given texts. */
    TEXT,
    /** Matches any of the given texts; the index contains only the beginning of each text. */
    LONG_TEXT,
    /** Matches any of the given words, or of a small range of numbers. */
    WORD,
    /** Matches times before and after. */
    TIME,
    /** Matches any of the given days, and days before and after. */
    DAY,
    TRUTH,
    /** Matches a part of the text. */
    PART,
    /** Matches lists that contain any of the given elements. */
    ELEMENT,
    /** Matches Links objects that contain any of the given elements. */
    LINK,
    /** No filter. */
    NONE;

    /** Whether the query parameter with the member's own name filters by values. */
    public boolean asksForValues() {
        return this != TIME && compareTo(PART) <= 0;
    }

    /** Returns the default filter for a type. */
    static MemberFilter of(Type<?> type) {
        Class<?> carrier = type.carrier();
        if (carrier == LocalDate.class) {
            return DAY;
        }
        if (carrier == Instant.class) {
            return TIME;
        }
        if (carrier == Boolean.class) {
            return TRUTH;
        }
        if (carrier == List.class) {
            return ELEMENT;
        }
        if (carrier == Object.class) {
            return LINK;
        }
        return carrier == Long.class || type.taken().keyword("enum") != null ? WORD : TEXT;
    }
}
