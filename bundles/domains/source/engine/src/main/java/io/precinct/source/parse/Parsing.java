package io.precinct.source.parse;

import io.precinct.treesitter.TreeSitter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Languages, and the threads and processes that parse with them; one per process. Thread-safe. */
public final class Parsing implements AutoCloseable {
    /**
     * Bundles of grammars arrive one by one as the service starts; a language that none has brought after this time is
     * fetched.
     */
    private static final Duration SETTLE = Duration.ofSeconds(5);

    private final Workers workers;
    private final Languages languages;
    private final ParsePool pool;

    private Parsing(Workers workers, Languages languages, ParsePool pool) {
        this.workers = workers;
        this.languages = languages;
        this.pool = pool;
    }

    /**
     * Loads the native core, but no language yet.
     *
     * @param data the folder that survives restarts
     * @param registry npm registry for languages that no bundle brings; null for the one that npm is set up with here
     * @param pins lock file that says which version of which package may be fetched; if it cannot be written, new ones
     *     are noted below {@code data}
     * @throws IOException if the core cannot be copied or there is none for this machine
     */
    public static Parsing open(Path data, @Nullable URI registry, Path pins) throws IOException {
        Path folder = folder(data);
        TreeSitter.install(folder.resolve("core"));
        var workers = new Workers(folder.resolve("workers"));
        var source =
                new NpmGrammars(folder.resolve("grammars"), registry, pins, data.resolve("grammars.lock"), workers);
        return new Parsing(workers, new Languages(folder, workers, source, SETTLE), new ParsePool());
    }

    /** The folder below the data folder for native files, fetched grammars and leftovers of processes. */
    static Path folder(Path data) {
        return data.toAbsolutePath().resolve("parse");
    }

    public Languages languages() {
        return languages;
    }

    public ParsePool pool() {
        return pool;
    }

    @Override
    public void close() {
        // The processes come first, so that no thread waits for one.
        workers.close();
        pool.close();
        languages.close();
    }
}
