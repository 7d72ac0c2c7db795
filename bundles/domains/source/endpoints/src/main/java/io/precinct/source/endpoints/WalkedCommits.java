package io.precinct.source.endpoints;

import io.precinct.common.cache.WeightedLru;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the commits at which lists over all repositories are walked, by a digest that stands for them in a cursor. Walks
 * that began at the same commits share an entry; the least recently used are forgotten. Thread-safe.
 */
// @req:source-cursor
final class WalkedCommits {
    /** Capacity in bytes: some hundred sets of 300 repositories. */
    private static final long BYTES = 8L << 20;

    /** Estimated size of a set and, below, of each repository in it, in bytes. */
    private static final int WEIGHT = 300;

    private static final int WEIGHT_OF_REPOSITORY = 200;

    private final WeightedLru<String, Map<String, String>> sets;

    WalkedCommits() {
        this(BYTES);
    }

    /** @param most capacity in estimated bytes */
    WalkedCommits(long most) {
        this.sets = new WeightedLru<>(most, commits -> WEIGHT + (long) WEIGHT_OF_REPOSITORY * commits.size());
    }

    /**
     * Remembers these commits.
     *
     * @param commits of every repository, by its name, in the order of the walk
     * @return their digest
     */
    String keep(Map<String, String> commits) {
        String digest = digest(commits);
        if (sets.get(digest) == null) {
            sets.keep(digest, Collections.unmodifiableMap(new LinkedHashMap<>(commits)));
        }
        return digest;
    }

    /** The commits of this digest in the order of the walk; null if they are forgotten, or were never kept here. */
    @Nullable
    Map<String, String> of(String digest) {
        return sets.get(digest);
    }

    /** A digest of repositories, their order and their commits: the same in every instance, and after a restart. */
    static String digest(Map<String, String> commits) {
        var text = new StringBuilder();
        commits.forEach(
                (name, commit) -> text.append(commit).append(' ').append(name).append('\n'));
        return Freshness.digest(text.toString());
    }
}
