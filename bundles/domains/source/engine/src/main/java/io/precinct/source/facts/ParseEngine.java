package io.precinct.source.facts;

import io.precinct.source.facts.extraction.BadQueryFault;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.WorkerTask;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.LanguageHandle;
import io.precinct.source.parse.Languages;
import io.precinct.source.parse.ParsePool;
import io.precinct.source.parse.TaskLimits;
import io.precinct.source.parse.TimedOut;
import io.precinct.source.parse.WorkerCrashed;
import io.precinct.treesitter.BadQuery;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The languages and threads of this process, as facts need them. Thread-safe. */
public final class ParseEngine implements Engine {
    private final Languages languages;
    private final ParsePool pool;
    private final AtomicLong generation = new AtomicLong(1);

    /** Listens to changes of the languages from now on, before listeners that are added later. */
    public ParseEngine(Languages languages, ParsePool pool) {
        this.languages = languages;
        this.pool = pool;
        languages.onChange(generation::incrementAndGet);
    }

    @Override
    public long generation() {
        return generation.get();
    }

    @Override
    public List<String> languages() {
        return languages.names();
    }

    @Override
    public @Nullable String languageOf(String path, List<String> allowed) {
        return languages.languageOf(path, allowed).orElse(null);
    }

    @Override
    public List<String> claimants(String path, List<String> allowed) {
        return languages.claimants(path, allowed);
    }

    @Override
    public @Nullable AcquiredLanguage acquire(String language) {
        return languages.acquire(language);
    }

    @Override
    public int parallelism() {
        return Math.max(2, Runtime.getRuntime().availableProcessors());
    }

    @Override
    public <T> T run(AcquiredLanguage language, Task<T> task, TaskLimits limit) throws Stopped, InterruptedException {
        try {
            return pool.<T, Stopped>call(
                    handle(language), tools -> task.run(tools.parser(), tools.cursor(), tools.cancelled()), limit);
        } catch (TimedOut e) {
            throw new Stopped("timeout", e.begun());
        }
    }

    @Override
    public byte[] remote(AcquiredLanguage language, byte[] utf8, byte[] options, TaskLimits limit)
            throws Stopped, InterruptedException {
        try {
            return pool.run(handle(language), new WorkerTask(), utf8, options, limit);
        } catch (TimedOut e) {
            throw new Stopped("timeout", e.begun());
        } catch (WorkerCrashed e) {
            throw new Stopped("crashed");
        } catch (BadQuery e) {
            throw BadQueryFault.of(e);
        }
    }

    private static LanguageHandle handle(AcquiredLanguage language) {
        if (language instanceof LanguageHandle handle) {
            return handle;
        }
        throw new IllegalArgumentException("a language of another engine: " + language);
    }
}
