package io.precinct.source.parse;

import io.precinct.treesitter.TreeSitter;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fills the cache of fetched grammars, so that the service can start without a network. */
public final class GrammarFetch {
    private GrammarFetch() {}

    /**
     * Fetches grammars that are not in the cache yet, and reports the outcome of each.
     *
     * @param data the folder that survives restarts
     * @param registry npm registry; null for the one that npm is set up with here
     * @param pins lock file
     * @param names languages; empty for all that are pinned
     * @return how many could not be fetched
     * @throws IOException if the data folder or the lock file cannot be read
     */
    public static int run(Path data, @Nullable URI registry, Path pins, List<String> names, PrintStream out)
            throws IOException {
        Path folder = Parsing.folder(data);
        TreeSitter.install(folder.resolve("core"));
        int failed = 0;
        try (var workers = new Workers(folder.resolve("workers"))) {
            var grammars =
                    new NpmGrammars(folder.resolve("grammars"), registry, pins, data.resolve("grammars.lock"), workers);
            for (String name : names.isEmpty() ? grammars.pinned() : names) {
                try {
                    Optional<FetchedGrammar> cached = grammars.cached(name);
                    FetchedGrammar fetched = cached.isPresent() ? cached.get() : grammars.fetch(name);
                    out.println(name + ": " + fetched.from() + ", ABI " + fetched.abi()
                            + (cached.isPresent() ? ", was there" : ", fetched"));
                } catch (LanguageUnusable e) {
                    failed++;
                    out.println(name + ": " + e.getMessage());
                }
            }
        }
        return failed;
    }
}
