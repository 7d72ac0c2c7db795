package io.precinct.boundary.seal.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a seal.
 *
 * @param root the root that the document claims, lower-case hex; null if it claims none
 * @param crossings names of the boundaries whose leaves were checked, in order; a name may be followed by a flag
 * @param problems the faults, each a sentence
 * @param unchecked the parts that cannot be checked here, right or wrong, each a sentence with the reason
 */
public record SealVerdict(
        @Nullable String root, List<String> crossings, List<String> problems, List<String> unchecked) {
    public SealVerdict {
        crossings = List.copyOf(crossings);
        problems = List.copyOf(problems);
        unchecked = List.copyOf(unchecked);
    }

    /** The outcome of a verdict. */
    public enum Outcome {
        /** Leaves, root and body fit each other. */
        HOLDS,
        /** Something is wrong. */
        BROKEN,
        /** No fault was found, but a part that belongs to the seal cannot be checked here. */
        UNCHECKED
    }

    /** The outcome: a single problem is enough for {@link Outcome#BROKEN}, even if other parts could not be checked. */
    public Outcome outcome() {
        if (!problems.isEmpty()) {
            return Outcome.BROKEN;
        }
        return unchecked.isEmpty() ? Outcome.HOLDS : Outcome.UNCHECKED;
    }

    /** Whether the seal holds. */
    public boolean valid() {
        return outcome() == Outcome.HOLDS;
    }
}
