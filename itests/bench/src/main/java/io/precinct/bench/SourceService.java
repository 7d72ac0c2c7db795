package io.precinct.bench;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A running product with one repository. */
record SourceService(ServerProcess process, Http http) implements AutoCloseable {
    private static final long PATIENCE = 240_000_000_000L;

    /** The counters of its cache of facts. */
    record Cache(long entries, long hits, long misses) {}

    /**
     * Starts the product with a repository.
     *
     * @param data folder that outlives the process: clones are in {@code storage}, facts in {@code cache}
     */
    static SourceService start(Workplace workplace, Path repository, Path data) throws Exception {
        return of(workplace, "  jdk: {url: \"%s\", refresh: 0, grammars: [java]}\n".formatted(repository), data);
    }

    /**
     * Starts the product with these repositories.
     *
     * @param repositories repositories as in source.yml, indented by two spaces
     */
    static SourceService of(Workplace workplace, String repositories, Path data) throws Exception {
        Path config = workplace.config("service: bench\naccess_log: false\ncompression: false\n");
        Files.writeString(config.resolve("source.yml"), """
                storage: "%s"
                cache: "%s"
                repos:
                %s""".formatted(storage(data), cache(data), repositories));
        ServerProcess process = workplace.distribution().run(config, data, "--features", "framework,source");
        return new SourceService(process, new Http(process.url()));
    }

    static Path storage(Path data) {
        return data.resolve("source/storage");
    }

    static Path cache(Path data) {
        return data.resolve("source/cache");
    }

    /** CPU seconds so far. */
    double cpu() {
        return process.cpu().toNanos() / 1e9;
    }

    /** Waits until the product serves the repository with facts of this many files and is idle. */
    Cache settle(int files, @Nullable String notThisCommit) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE;
        while (true) {
            Map<?, ?> repository = repository();
            Map<?, ?> cache = (Map<?, ?>) Objects.requireNonNull(repository.get("cache"));
            var counters = new Cache(number(cache, "entries"), number(cache, "hits"), number(cache, "misses"));
            if ("ready".equals(repository.get("state"))
                    && repository.get("progress") == null
                    && counters.entries() >= files
                    && !Objects.equals(repository.get("commit"), notThisCommit)) {
                return counters;
            }
            if ("failed".equals(repository.get("state")) || System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "the facts of " + files + " files are not known: " + repository + "\n" + process.transcript());
            }
            Thread.sleep(50);
        }
    }

    /** The repository as {@code GET /repos} shows it. */
    Map<?, ?> repository() {
        return (Map<?, ?>) items(http.get("/repos")).getFirst();
    }

    private static long number(Map<?, ?> map, String key) {
        return ((Number) Objects.requireNonNull(map.get(key), key)).longValue();
    }

    /** The items of a list's first page. */
    List<?> items(Http.Answer answer) {
        return (List<?>) Objects.requireNonNull(answer.ok().json().get("items"));
    }

    @Override
    public void close() {
        process.close();
    }
}
