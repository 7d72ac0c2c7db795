package io.precinct.configuration.compare;

import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Sources;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Repositories in memory, so that hanging and broken ones are tested without git. */
final class TestSources implements Sources {
    final AtomicInteger views = new AtomicInteger();
    final AtomicInteger reads = new AtomicInteger();
    private final Map<String, TestRepository> repositories = new LinkedHashMap<>();

    /** The repository of this name, which is made if there is none. */
    TestRepository with(String name) {
        return repositories.computeIfAbsent(name, _ -> new TestRepository(this, name));
    }

    @Override
    public List<Repository> repositories() {
        return List.copyOf(repositories.values());
    }

    @Override
    public Repository repository(String name) {
        return repositories.get(name);
    }

    @Override
    public List<String> languages() {
        return List.of();
    }

    @Override
    public SourceLimits limits() {
        return new SourceLimits(10_000_000, 10_000_000, 1000, Duration.ofSeconds(50));
    }
}
