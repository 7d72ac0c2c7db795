package io.precinct.configuration.compare;

import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found in a place.
 *
 * @param ref the ref as it was asked for, or the branch that is followed; null if the repository was not opened
 * @param commit null if the repository was not opened
 * @param fetchedAt when the commit was fetched; null if the repository was not opened
 * @param stale whether the last fetch failed, so that the remote may have another value
 * @param pieces none if it failed, or if the value is missing
 * @param fault why it failed, or null
 */
record Finding(
        @Nullable String ref,
        @Nullable String commit,
        @Nullable Instant fetchedAt,
        boolean stale,
        List<Piece> pieces,
        @Nullable SourceFault fault) {
    /** What was not found in a view, or in none. */
    Finding(@Nullable String ref, @Nullable String commit, List<Piece> pieces, @Nullable SourceFault fault) {
        this(ref, commit, null, false, pieces, fault);
    }

    /** What was found in a view. */
    static Finding in(View view, List<Piece> pieces, @Nullable SourceFault fault) {
        return new Finding(view.ref(), view.commitOrNull(), view.fetchedAt(), view.stale(), pieces, fault);
    }

    Finding {
        pieces = List.copyOf(pieces);
    }

    /** As clients see it: {@code ok, missing, failed}. */
    String status() {
        return fault != null ? "failed" : pieces.isEmpty() ? "missing" : "ok";
    }
}
