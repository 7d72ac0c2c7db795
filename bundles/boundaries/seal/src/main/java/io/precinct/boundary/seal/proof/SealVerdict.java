package io.precinct.boundary.seal.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a seal.
 *
 * @param root the root that the document claims, lower-case hex; null if it claims none
 * @param crossings names of the boundaries whose leaves were checked, in order; a flag stands behind its name
 * @param problems what is wrong, each a sentence
 * @param unchecked what cannot be checked here, right or wrong, each a sentence that says why
 */
public record SealVerdict(
        @Nullable String root, List<String> crossings, List<String> problems, List<String> unchecked) {
    public SealVerdict {
        crossings = List.copyOf(crossings);
        problems = List.copyOf(problems);
        unchecked = List.copyOf(unchecked);
    }

    /** What a verdict comes to. */
    public enum Outcome {
        /** Leaves, root and body fit each other. */
        HOLDS,
        /** Something is wrong. */
        BROKEN,
        /** Nothing is wrong as far as can be seen, but something that belongs to the seal cannot be checked here. */
        UNCHECKED
    }

    /** What it comes to: one problem is enough for {@link Outcome#BROKEN}, whatever else could not be checked. */
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
