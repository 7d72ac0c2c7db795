package io.precinct.source.stores;

import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.git.CommitTree;
import io.precinct.source.git.Served;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a store when it was read. Immutable.
 *
 * @param name by which it is asked for: its commit when it was read
 * @param masked its files as everybody may see them; the commit is their digest
 * @param clear the same with the values of secrets; null if nobody is granted those, so that they are not kept
 * @param version as reported by the store, or null
 * @param omissions what it lacks
 */
record StoreSnapshot(
        String name,
        StoreCommit masked,
        @Nullable StoreCommit clear,
        @Nullable String version,
        RepositoryStatus.Omissions omissions,
        Instant fetchedAt)
        implements Served {
    /** The only ref of a store's content. */
    static final String REF = "current";

    @Override
    public String ref() {
        return REF;
    }

    @Override
    public String commit() {
        return masked.id();
    }

    @Override
    public Object store() {
        return REF;
    }

    /** The files for a caller that is granted secrets, or null if there is no such caller. */
    @Nullable
    CommitTree granted() {
        return clear;
    }

    /** The same as everybody may see it once the values of these keys are secrets. */
    StoreSnapshot masking(Set<String> keys) {
        return new StoreSnapshot(name, masked.masking(keys), clear, version, omissions, fetchedAt);
    }

    /** The same, found unchanged at another time. */
    StoreSnapshot at(Instant now) {
        return new StoreSnapshot(name, masked, clear, version, omissions, now);
    }
}
