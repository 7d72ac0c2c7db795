package io.precinct.source.endpoints;

import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The repositories as endpoints reach for them.
 *
 * @param sources the service of live source
 */
public record RepositoryLookup(Sources sources) {
    /**
     * The repository of this name.
     *
     * @throws SourceFault 404 {@code unknown_repo} with those there are
     */
    public Repository named(String name) {
        Repository repository = sources.repository(name);
        if (repository == null) {
            throw SourceFault.of(404, "unknown_repo", "there is no repository " + shown(name), "available", names());
        }
        return repository;
    }

    private List<String> names() {
        return sources.repositories().stream().map(Repository::name).toList();
    }

    /**
     * A repository at a commit.
     *
     * @param repository of which
     * @param ref how the client named it
     * @param view what it holds
     */
    public record Open(Repository repository, String ref, View view) {
        /** Whether its address answers the same for ever. */
        boolean lasting() {
            return view.pinned() && view.settled();
        }

        /** At a ref, or where it is followed. */
        public static Open at(Repository repository, @Nullable String ref) {
            View view = repository.view(ref);
            return new Open(repository, view.ref(), view);
        }

        /**
         * At the commit where a walk began.
         *
         * @throws SourceFault 409 {@code stale_cursor}, where the repository no longer has it
         */
        static Open again(Repository repository, @Nullable String ref, String commit) {
            try {
                View view = repository.view(commit);
                return new Open(repository, ref != null ? ref : followed(repository, view), view);
            } catch (SourceFault fault) {
                if (fault.status() != 404) {
                    throw fault;
                }
                throw SourceFault.of(
                        409,
                        "stale_cursor",
                        "the commit " + commit + " at which this list began is gone; begin without cursor");
            }
        }

        private static String followed(Repository repository, View view) {
            String ref = repository.status().ref();
            return ref == null ? view.ref() : ref;
        }
    }

    private static String shown(String name) {
        return name.length() <= 100 ? name : name.substring(0, 100) + "…";
    }
}
