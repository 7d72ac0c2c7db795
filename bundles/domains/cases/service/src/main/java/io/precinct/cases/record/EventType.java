package io.precinct.cases.record;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The type of event that a note reports. */
// @req:note-events
public enum EventType {
    NOTE_ADDED,
    CASE_CREATED,
    INTERRUPTED,
    RESUMED,
    MEMORY_LINKED,
    CASE_LINKED,
    FIELD_UPDATED,
    PARKED,
    CLOSED,
    VERSION_UPDATED,
    URGENCY_ESCALATED;

    /** The wire names of all types. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(EventType::wireName).toList();

    /** Returns the name used in responses. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
