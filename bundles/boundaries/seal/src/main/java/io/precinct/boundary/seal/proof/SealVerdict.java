package io.precinct.boundary.seal.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What checking a seal came to.
 *
 * @param root the root that the document claims, lower-case hex; null where it claims none
 * @param crossings names of the boundaries whose leaves were checked, in order
 * @param problems what does not hold, each a sentence; empty where the seal is good
 */
public record SealVerdict(@Nullable String root, List<String> crossings, List<String> problems) {
    public SealVerdict {
        crossings = List.copyOf(crossings);
        problems = List.copyOf(problems);
    }

    /** Whether everything that the document claims holds. */
    public boolean valid() {
        return problems.isEmpty();
    }
}
