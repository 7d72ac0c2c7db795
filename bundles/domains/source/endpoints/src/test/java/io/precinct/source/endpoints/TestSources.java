package io.precinct.source.endpoints;

import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Sources;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Repositories of plain texts in memory, whose only language is a toy: {@code class Name} and {@code def name} declare,
 * {@code # @tag:id} annotates the next declaration. Endpoints are tested without git or parsers this way.
 */
final class TestSources implements Sources {
    private final Map<String, TestRepository> repositories = new LinkedHashMap<>();
    private volatile Duration queryTime = Duration.ofMinutes(1);

    /** Size of the largest file whose content is put into JSON. */
    long inlineBytes = 1000;

    /** A repository with a first commit. */
    TestRepository testRepository(String name) {
        return repositories.computeIfAbsent(name, TestRepository::new);
    }

    /** Removes a repository, as if it were no longer configured. */
    void remove(String name) {
        repositories.remove(name);
    }

    /** Moves a repository to the end, as if the configuration named it last now. */
    void moveToEnd(String name) {
        repositories.put(name, repositories.remove(name));
    }

    /** From now on, no list looks into another repository after its first. */
    void withoutTime() {
        queryTime = Duration.ZERO;
    }

    @Override
    public List<Repository> repositories() {
        return List.copyOf((Collection<? extends Repository>) repositories.values());
    }

    @Override
    public Repository repository(String name) {
        return repositories.get(name);
    }

    @Override
    public List<String> languages() {
        return List.of("toy");
    }

    @Override
    public SourceLimits limits() {
        return new SourceLimits(inlineBytes, 1000, 100, queryTime);
    }
}
