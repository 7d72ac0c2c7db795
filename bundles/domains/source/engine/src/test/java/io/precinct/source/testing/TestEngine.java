package io.precinct.source.testing;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.facts.extraction.BadQueryFault;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.WorkerTask;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.TaskLimits;
import io.precinct.source.parse.Turn;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.source.pattern.Glob;
import io.precinct.treesitter.BadLanguage;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Deadline;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.TreeSitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Real grammars, each task with a parser of its own on the calling thread. */
public class TestEngine implements Engine {
    private static final Map<String, Language> LANGUAGES = new TreeMap<>();
    private static final Map<String, Shared> LOADED = new TreeMap<>();

    static {
        for (String name : List.of("c", "c_sharp", "cpp", "go", "java", "javascript", "python", "rust")) {
            Grammar grammar = ShippedGrammars.grammar(name);
            LANGUAGES.put(grammar.name(), grammar.language());
        }
    }

    /** How many tasks ran. */
    public final AtomicInteger runs = new AtomicInteger();

    /** Happens as each task begins. */
    public volatile Runnable onRun = () -> {};

    /** How long each task was allowed to run. */
    public final Queue<TaskLimits> limits = new ConcurrentLinkedQueue<>();

    /** How many languages are acquired and not closed. */
    public final AtomicInteger held = new AtomicInteger();

    public volatile long generation = 1;
    public volatile String salt = "";
    public volatile @Nullable String isolated;

    /** What the worker throws for texts with its message in them, or null. */
    public volatile @Nullable RuntimeException failure;

    /** Whether tasks wait in vain for their turn. */
    public volatile boolean busy;

    /** A language for the life of the process. */
    private record Shared(
            Language language,
            NativeLanguage parser,
            @Nullable Query symbols,
            @Nullable Query docstrings,
            @Nullable Query highlights,
            @Nullable Query errors) {}

    /** Native objects now; makes sure that there is a native core. */
    public Map<String, Long> live() {
        load("java");
        return TreeSitter.live();
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public List<String> languages() {
        return List.copyOf(LANGUAGES.keySet());
    }

    @Override
    public @Nullable String languageOf(String path, List<String> allowed) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        for (Language language : LANGUAGES.values()) {
            if ((allowed.isEmpty() || allowed.contains(language.name()))
                    && language.files().stream().anyMatch(glob -> Glob.matches(glob, name))) {
                return language.name();
            }
        }
        return null;
    }

    @Override
    public @Nullable AcquiredLanguage acquire(String language) {
        if (!LANGUAGES.containsKey(language)) {
            return null;
        }
        Shared shared = load(language);
        String identity = language + salt;
        held.incrementAndGet();
        return new AcquiredLanguage() {
            @Override
            public Language language() {
                return shared.language();
            }

            @Override
            public NativeLanguage nativeLanguage() {
                return shared.parser();
            }

            @Override
            public @Nullable Query symbols() {
                return shared.symbols();
            }

            @Override
            public @Nullable Query docstrings() {
                return shared.docstrings();
            }

            @Override
            public @Nullable Query highlights() {
                return shared.highlights();
            }

            @Override
            public @Nullable Query errors() {
                return shared.errors();
            }

            @Override
            public String identity() {
                return identity;
            }

            @Override
            public boolean isolated() {
                return language.equals(isolated);
            }

            @Override
            public void close() {
                held.decrementAndGet();
            }
        };
    }

    @Override
    public int parallelism() {
        return 2;
    }

    @Override
    public <T> T run(AcquiredLanguage language, Task<T> task, TaskLimits limit) throws Stopped {
        runs.incrementAndGet();
        onRun.run();
        limits.add(limit.in(Turn.ANY));
        if (busy) {
            throw new Stopped("timeout", false);
        }
        try (var parser = new Parser();
                var cursor = new Cursor()) {
            return task.run(parser, cursor, Deadline.in(limit.waiting()));
        } catch (Cancelled e) {
            throw new Stopped("timeout");
        }
    }

    @Override
    public byte[] remote(AcquiredLanguage language, byte[] utf8, byte[] options, TaskLimits limit) throws Stopped {
        RuntimeException thrown = failure;
        if (thrown != null && new String(utf8, StandardCharsets.UTF_8).contains(String.valueOf(thrown.getMessage()))) {
            throw thrown;
        }
        return run(
                language,
                (parser, cursor, cancelled) -> {
                    try {
                        return WorkerTask.run(language, utf8, options, parser, cursor, cancelled);
                    } catch (BadQuery e) {
                        throw BadQueryFault.of(e);
                    }
                },
                limit);
    }

    private static synchronized Shared load(String name) {
        Shared known = LOADED.get(name);
        if (known == null) {
            known = load(LANGUAGES.get(name));
            LOADED.put(name, known);
        }
        return known;
    }

    private static Shared load(Language language) {
        NativeCore.install();
        Path folder = Path.of("target", "natives");
        try (InputStream in = language.library().files().get(Library.platform()).openStream()) {
            Files.createDirectories(folder);
            Path file = Files.createTempFile(folder, language.name(), ".so");
            file.toFile().deleteOnExit();
            Files.write(file, in.readAllBytes());
            NativeLanguage parser = NativeLanguage.load(file, language.library().symbol());
            return new Shared(
                    language,
                    parser,
                    compile(parser, language.symbols()),
                    compile(parser, language.comments().docstrings()),
                    compile(parser, language.highlights()),
                    compile(parser, UsableLanguage.ERRORS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (BadLanguage | BadQuery e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Query compile(NativeLanguage parser, @Nullable String query) throws BadQuery {
        return query == null || query.isBlank() ? null : Query.compile(parser, query);
    }
}
