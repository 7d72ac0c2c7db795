package io.precinct.source.git;

import java.time.Instant;

/** The served content of a repository. Immutable. */
public interface Served {
    /** The followed ref, in its short form: {@code main}. */
    String ref();

    /** Id of the followed commit, 40 hexadecimal digits; all zeros if there is none yet. */
    String commit();

    /** When it was fetched. */
    Instant fetchedAt();

    /** The store that holds it: another object whenever the whole repository was fetched anew. */
    Object store();
}
