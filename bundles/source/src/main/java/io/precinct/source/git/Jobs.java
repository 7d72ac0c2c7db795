package io.precinct.source.git;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Fetches of a repository: the one that is asked for or under way, and those before it. Not thread-safe: the tracker guards
 * it.
 */
final class Jobs {
    private static final int REMEMBERED = 100;
    private static final String OVER = "the service ceased to follow this repository";

    private final Map<String, Job> byId = new LinkedHashMap<>();
    private @Nullable Job current;
    private boolean joined;

    /** One that failed before it began, since nobody fetches any more. */
    static Job refused() {
        var job = new Job(UUID.randomUUID().toString());
        job.failed(OVER);
        return job;
    }

    /** Asks for a fetch, or joins the one that is there. */
    Job ask() {
        joined = current != null;
        return current();
    }

    /** The one that is asked for or under way, else a new one. */
    Job current() {
        Job job = current;
        if (job == null) {
            job = new Job(UUID.randomUUID().toString());
            current = job;
            byId.put(job.id(), job);
            if (byId.size() > REMEMBERED) {
                byId.remove(byId.keySet().iterator().next());
            }
        }
        return job;
    }

    /** Whether one is asked for or under way. */
    boolean pending() {
        return current != null;
    }

    /** Whether somebody joined since this was asked last: who may know of commits that came after the fetch looked. */
    boolean takeJoined() {
        boolean taken = joined;
        joined = false;
        return taken;
    }

    /** This one is not under way any more; whoever asked after its end has another one, which stays. */
    void end(Job job) {
        if (current == job) {
            current = null;
        }
    }

    /** Fails the one that is left, where there is one. */
    void abandon() {
        Job left = current;
        current = null;
        if (left != null) {
            left.failed(OVER);
        }
    }

    @Nullable
    Job byId(String id) {
        return byId.get(id);
    }
}
