package io.precinct.source.endpoints.page;

import io.precinct.source.api.History;
import io.precinct.source.api.History.Revision;
import io.precinct.source.api.History.Run;
import io.precinct.source.endpoints.Links;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where lines were before the commits that wrote them: in the first parent, at the same number, as the blame pages of
 * other hosts have it. Each commit is looked into once. For a single use; not thread-safe.
 */
final class Earlier {
    /** Commits that are looked into for a page. */
    private static final int MOST = 300;

    private final String repository;
    private final History history;
    private final Map<Origin, Place> places = new HashMap<>();

    Earlier(String repository, History history) {
        this.repository = repository;
        this.history = history;
    }

    private record Origin(String commit, String path) {}

    /**
     * The state before a commit.
     *
     * @param address of the lines of the file in the parent or, if it has no such file, of the commit's changes
     */
    record Place(String address, boolean hasLines) {
        String at(int line) {
            return hasLines ? address + "#L" + line : address;
        }
    }

    /** Null if the commit has no known parent. */
    @Nullable
    Place than(Run run) {
        if (run.commit().parents().isEmpty()) {
            return null;
        }
        var origin = new Origin(run.commit().id(), run.path());
        Place known = places.get(origin);
        if (known == null && places.size() < MOST) {
            known = place(run.commit(), run.path());
            places.put(origin, known);
        }
        return known;
    }

    private Place place(Revision commit, String path) {
        String parent = commit.parents().getFirst();
        return history.isFile(parent, path)
                ? new Place(Links.blame(repository, path, parent), true)
                : new Place(Links.diff(repository, parent, commit.id(), path), false);
    }
}
