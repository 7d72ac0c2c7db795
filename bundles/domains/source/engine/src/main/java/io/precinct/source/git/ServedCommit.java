package io.precinct.source.git;

import java.time.Instant;

/**
 * What is served of a git repository.
 *
 * @param store clone that it is in
 * @param head commit that is followed
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
