package io.precinct.cases.record;

import io.precinct.api.contract.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** How the search by fields asks for the values of a member, in the order in which it tells of its parameters. */
public enum MemberFilter {
    /** Any of these texts. */
    TEXT,
    /** Any of these texts, of which an index holds the beginning. */
    LONG_TEXT,
    /** Any of these words, or numbers of a few. */
    WORD,
    /** Moments before and after. */
    TIME,
    /** Any of these days, and days before and after. */
    DAY,
    TRUTH,
    /** A part of the text. */
    PART,
    /** A list that has any of these elements. */
    ELEMENT,
    /** A Links object that has any of these elements. */
    LINK,
    /** It does not. */
    NONE;

    /** Whether values are asked for by the name of the member. */
    public boolean asksForValues() {
        return this != TIME && compareTo(PART) <= 0;
    }

    /** How values of a type are usually asked for. */
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
