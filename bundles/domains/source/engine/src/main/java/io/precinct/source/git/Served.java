package io.precinct.source.git;

import java.time.Instant;

/** What is served of a repository. Immutable. */
public interface Served {
    /** What is followed, as people call it: {@code main}. */
    String ref();

    /** Id of the commit that is followed, 40 hexadecimal digits; all zeros where there is none yet. */
    String commit();

    /** When it was fetched. */
    Instant fetchedAt();

    /** Where it is kept: another object wherever the repository was fetched anew as a whole. */
    Object store();
}
