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
 * {@code # @tag:id} annotates the next declaration. So endpoints can be tested without git or parsers.
 */
final class Library implements Sources {
    private final Map<String, Book> books = new LinkedHashMap<>();

    /** A repository with a first commit. */
    Book book(String name) {
        return books.computeIfAbsent(name, Book::new);
    }

    /** Removes a repository, as if it were no longer configured. */
    void remove(String name) {
        books.remove(name);
    }

    @Override
    public List<Repository> repositories() {
        return List.copyOf((Collection<? extends Repository>) books.values());
    }

    @Override
    public Repository repository(String name) {
        return books.get(name);
    }

    @Override
    public List<String> languages() {
        return List.of("toy");
    }

    @Override
    public SourceLimits limits() {
        return new SourceLimits(1000, 1000, 100, Duration.ofSeconds(1));
    }
}
