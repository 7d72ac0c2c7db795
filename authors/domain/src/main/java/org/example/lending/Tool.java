package org.example.lending;

import io.precinct.api.data.Data;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/**
 * A tool.
 *
 * @param id {@code tool-} and a UUID
 * @param borrower who has it, or null while it is in its place
 * @param due when it is to be back, or null while it is in its place
 * @param version counts its changes, from 1
 */
record Tool(String id, String name, String borrower, LocalDate due, long version, Instant addedAt) {
    boolean isLent() {
        return borrower != null;
    }

    /** As it is answered; {@link LendingDocuments#TOOL} describes it. */
    Map<String, Object> toData() {
        return Data.map(
                "id", id,
                "name", name,
                "borrower", borrower,
                "due", due == null ? null : due.toString(),
                "version", version,
                "added_at", addedAt.toString());
    }
}
