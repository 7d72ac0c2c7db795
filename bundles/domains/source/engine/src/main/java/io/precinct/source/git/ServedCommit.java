package io.precinct.source.git;

import java.time.Instant;

/**
 * The served commit of a git repository.
 *
 * @param store its clone
 * @param head the followed commit
 */
record ServedCommit(Clone store, Clone.Head head) implements Served {
    @Override
    public String ref() {
        return head.ref();
    }

    @Override
    public String commit() {
        return head.commit().name();
    }

    @Override
    public Instant fetchedAt() {
        return head.fetchedAt();
    }
}
