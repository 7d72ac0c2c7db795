package io.precinct.cases.record;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a mutation did to one case.
 *
 * @param before null if it was created
 * @param after null if it was deleted
 * @param added notes that were added, with it or for it
 * @param operation name of the operation, say {@code patch}
 * @param actor who did it
 * @param at when
 */
public record CaseChange(
        @Nullable Task before, @Nullable Task after, List<Note> added, String operation, String actor, Instant at) {
    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    public CaseChange(
            @Nullable Task before, @Nullable Task after, List<Note> added, String operation, String actor, Instant at) {
        this.before = before;
        this.after = after;
        this.added = List.copyOf(added);
        this.operation = operation;
        this.actor = actor;
        this.at = at;
    }
}
