package io.precinct.source.endpoints;

import io.precinct.api.boundary.Input;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Text;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds repositories for the endpoints, at a ref or a commit.
 *
 * @param sources the service of live source
 */
public record RepositoryLookup(Sources sources) {
    /**
     * The repository of this name.
     *
     * @throws SourceFault 404 {@code unknown_repo} with the names of the existing ones
     */
    public Repository named(String name) {
        Repository repository = sources.repository(name);
        if (repository == null) {
            throw SourceFault.of(
                    404, "unknown_repo", "there is no repository " + Text.shortened(name), "available", names());
        }
        return repository;
    }

    /**
     * The repositories that match any of these names, in their order; all for no names.
     *
     * @param patterns names in which {@code *} stands for anything
     * @throws SourceFault 404 {@code unknown_repo} for a name without {@code *} that no repository has
     */
    public List<Repository> meant(List<String> patterns) {
        patterns.stream().filter(name -> name.indexOf('*') < 0).forEach(this::named);
        List<Pattern> names = patterns.stream()
                .map(name -> Pattern.compile(
                        Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"))))
                .toList();
        return sources.repositories().stream()
                .filter(repository -> names.isEmpty()
                        || names.stream()
                                .anyMatch(
                                        each -> each.matcher(repository.name()).matches()))
                .toList();
    }

    private List<String> names() {
        return sources.repositories().stream().map(Repository::name).toList();
    }

    /**
     * A repository at a commit.
     *
     * @param repository the repository
     * @param ref as the client named it
     * @param view its content at the commit
     */
    public record Open(Repository repository, String ref, View view) {
        /** Whether its address always gives the same answer. */
        boolean lasting() {
            return view.pinned() && view.settled();
        }

        /**
         * The same as the caller may see it. Nobody is granted anything in probed and traced answers, which are
         * recorded.
         */
        Open grantedTo(Input input) {
            return Accept.inspected(input) ? this : new Open(repository, ref, view.granted(Principal.roles(input)));
        }

        /** At a ref, or at the configured one if that is null. */
        public static Open at(Repository repository, @Nullable String ref) {
            View view = repository.view(ref);
            return new Open(repository, view.ref(), view);
        }

        /**
         * At the commit at which a list began.
         *
         * @throws SourceFault 409 {@code stale_cursor} if the repository no longer has it
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
}
