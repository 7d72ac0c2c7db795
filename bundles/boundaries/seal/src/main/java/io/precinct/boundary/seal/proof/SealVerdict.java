package io.precinct.boundary.seal.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a seal.
 *
 * @param root the root that the document claims, lower-case hex; null if it claims none
 * @param crossings names of the boundaries whose leaves were checked, in order
 * @param problems what is wrong, each a sentence; empty if the seal is valid
 */
public record SealVerdict(@Nullable String root, List<String> crossings, List<String> problems) {
    public SealVerdict {
        crossings = List.copyOf(crossings);
        problems = List.copyOf(problems);
    }

    /** Whether the seal is valid. */
    public boolean valid() {
        return problems.isEmpty();
    }
}
