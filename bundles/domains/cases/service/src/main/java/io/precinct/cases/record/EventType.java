package io.precinct.cases.record;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a note reports. */
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

    /** All names as they are served. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(EventType::wireName).toList();

    /** The name as it is served. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
