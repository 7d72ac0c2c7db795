package io.precinct.configuration.compare;

import io.precinct.source.api.SourceFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found in a place.
 *
 * @param ref the ref as it was asked for, or the branch that is followed; null if the repository was not opened
 * @param commit null if the repository was not opened
 * @param pieces none if it failed, or if the value is missing
 * @param fault why it failed, or null
 */
record Finding(
        @Nullable String ref,
        @Nullable String commit,
        List<Piece> pieces,
        @Nullable SourceFault fault) {
    Finding {
        pieces = List.copyOf(pieces);
    }

    /** As clients see it: {@code ok, missing, failed}. */
    String status() {
        return fault != null ? "failed" : pieces.isEmpty() ? "missing" : "ok";
    }
}
