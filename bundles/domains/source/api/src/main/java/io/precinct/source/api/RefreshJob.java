package io.precinct.source.api;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** A fetch and its outcome. Thread-safe. */
@ProviderType
public interface RefreshJob {
    /** Its id. */
    String id();

    /** {@code queued, running, done, failed}. */
    String state();

    /** Its result; null until it is done. */
    @Nullable
    Change change();

    /** Why it failed, without credentials; null unless it did. */
    @Nullable
    String error();

    /**
     * Waits for its end.
     *
     * @return false if it did not end in time
     */
    boolean await(Duration time) throws InterruptedException;

    /**
     * The result of a fetch.
     *
     * @param from commit before, or null if nothing was served; {@link View#NO_COMMIT} if the repository was empty
     * @param to commit now; {@link View#NO_COMMIT} if the repository is empty
     * @param changed paths that differ, sorted; renamed files by both names
     */
    record Change(@Nullable String from, String to, List<String> changed) {
        public Change {
            changed = List.copyOf(changed);
        }
    }
}
