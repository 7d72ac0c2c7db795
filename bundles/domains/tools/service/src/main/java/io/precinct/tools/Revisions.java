package io.precinct.tools;

import java.util.List;

/** The revisions of the protocol that begin with {@code initialize}, which agrees on one of them. */
final class Revisions {
    /** From the oldest to the newest. */
    static final List<String> NEGOTIATED = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    /** The first one in which a message stands alone: before, a request may hold several. */
    private static final String WITHOUT_BATCHES = "2025-06-18";

    /** The first one whose streams begin with an event without a message. Earlier clients take that for a broken one. */
    private static final String WITH_EMPTY_EVENTS = "2025-11-25";

    private Revisions() {}

    /** Whether a request may hold several messages. */
    static boolean hasBatches(String revision) {
        return revision.compareTo(WITHOUT_BATCHES) < 0;
    }

    /** Whether clients expect an event without a message. */
    static boolean hasEmptyEvents(String revision) {
        return revision.compareTo(WITH_EMPTY_EVENTS) >= 0;
    }
}
