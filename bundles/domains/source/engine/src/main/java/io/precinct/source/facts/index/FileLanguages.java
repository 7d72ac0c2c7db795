package io.precinct.source.facts.index;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.facts.extraction.CommentSigns;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which language a file is written in: by its name, by the files around it if several languages claim that
 * name, else by the interpreter in its first line. Only files with an unknown name ending are opened for that, each
 * content once. Thread-safe.
 */
public final class FileLanguages {
    private static final int REMEMBERED = 50_000;

    private static final int COMMITS = 32;

    private final Engine engine;
    private final WeightedLru<String, Surroundings> surroundings = WeightedLru.ofEntries(COMMITS);
    private final WeightedLru<String, Optional<CommentSigns>> scripts = WeightedLru.ofEntries(REMEMBERED);

    public FileLanguages(Engine engine) {
        this.engine = engine;
    }

    /** The language with a grammar, among those that are allowed in the commit; null if there is none. */
    public @Nullable String of(Commit commit, TreeFile file) {
        List<String> allowed = commit.grammars();
        List<String> claimants = engine.claimants(file.path(), allowed);
        // If the configuration names languages, their order decides which one wins.
        String named = claimants.size() > 1 && allowed.isEmpty()
                ? around(commit).choose(file.path(), claimants)
                : claimants.isEmpty() ? null : claimants.getFirst();
        if (named != null || !file.isFile()) {
            return named;
        }
        CommentSigns script = script(commit, file);
        return script != null
                        && (allowed.isEmpty() || allowed.contains(script.language()))
                        && engine.languages().contains(script.language())
                ? script.language()
                : null;
    }

    private Surroundings around(Commit commit) {
        String key = commit.repository() + " " + commit.id() + " " + engine.generation();
        return surroundings.get(
                key, () -> Surroundings.of(commit.files(), path -> engine.claimants(path, commit.grammars())));
    }

    /** The comment signs of a file without a grammar; null if they are unknown. */
    @Nullable
    CommentSigns signs(Commit commit, TreeFile file) {
        CommentSigns script = script(commit, file);
        return script != null ? script : CommentSigns.ofFile(file.path());
    }

    private @Nullable CommentSigns script(Commit commit, TreeFile file) {
        String name = file.path().substring(file.path().lastIndexOf('/') + 1);
        return name.indexOf('.') > 0 && !file.isExecutable()
                ? null
                : scripts.get(file.blob(), () -> Optional.ofNullable(CommentSigns.ofScript(commit.head(file.blob()))))
                        .orElse(null);
    }
}
