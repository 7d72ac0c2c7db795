package io.precinct.source.facts;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.parse.Crashed;
import io.precinct.source.parse.Handle;
import io.precinct.source.parse.Parsing;
import io.precinct.source.parse.TimedOut;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The languages and threads of this process, as facts need them. Thread-safe. */
public final class ParsingEngine implements Engine {
    private final Parsing parsing;
    private final AtomicLong generation = new AtomicLong(1);

    /** To be told of every change of the languages, by {@link #changed}. */
    public ParsingEngine(Parsing parsing) {
        this.parsing = parsing;
    }

    /** A language came, went or was replaced. */
    public void changed() {
        generation.incrementAndGet();
    }

    @Override
    public long generation() {
        return generation.get();
    }

    @Override
    public List<String> languages() {
        return parsing.languages().names();
    }

    @Override
    public @Nullable String languageOf(String path, List<String> allowed) {
        return parsing.languages().languageOf(path, allowed).orElse(null);
    }

    @Override
    public @Nullable Loaded acquire(String language) {
        Handle handle = parsing.languages().acquire(language);
        return handle == null ? null : new Held(handle);
    }

    @Override
    public int parallelism() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public <T> T run(Loaded language, Task<T> task, Duration limit) throws Stopped, InterruptedException {
        try {
            return parsing.pool()
                    .<T, Stopped>call(
                            ((Held) language).handle(),
                            bench -> task.run(bench.parser(), bench.cursor(), bench.cancelled()),
                            limit);
        } catch (TimedOut e) {
            throw new Stopped("timeout");
        }
    }

    @Override
    public byte[] remote(Loaded language, byte[] utf8, byte[] options, Duration limit)
            throws Stopped, InterruptedException {
        try {
            return parsing.pool().run(((Held) language).handle(), new Remotely(), utf8, options, limit);
        } catch (TimedOut e) {
            throw new Stopped("timeout");
        } catch (Crashed e) {
            throw new Stopped("crashed");
        } catch (BadQuery e) {
            throw BadQueryFacts.of(e).fault();
        }
    }

    /** A language in use. */
    private record Held(Handle handle) implements Loaded {
        @Override
        public Language language() {
            return handle.language();
        }

        @Override
        public NativeLanguage parser() {
            return handle.nativeLanguage();
        }

        @Override
        public @Nullable Query symbols() {
            return handle.symbols();
        }

        @Override
        public @Nullable Query docstrings() {
            return handle.docstrings();
        }

        @Override
        public @Nullable Query highlights() {
            return handle.highlights();
        }

        @Override
        public String identity() {
            return handle.identity();
        }

        @Override
        public boolean isolated() {
            return handle.isolated();
        }

        @Override
        public void close() {
            handle.close();
        }
    }
}
