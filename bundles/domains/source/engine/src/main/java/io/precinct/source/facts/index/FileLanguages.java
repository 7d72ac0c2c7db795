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
 * Which language a file is written in: by its name, else by the interpreter in its first line. Only files whose name ends
 * in nothing that is known are opened for that, each content once. Thread-safe.
 */
public final class FileLanguages {
    private static final int REMEMBERED = 50_000;

    private final Engine engine;
    private final WeightedLru<String, Optional<CommentSigns>> scripts = WeightedLru.ofEntries(REMEMBERED);

    public FileLanguages(Engine engine) {
        this.engine = engine;
    }

    /** The language of which there is a grammar, among those that are allowed in the commit; null where there is none. */
    public @Nullable String of(Commit commit, TreeFile file) {
        List<String> allowed = commit.grammars();
        String named = engine.languageOf(file.path(), allowed);
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

    /** How comments look in a file that no grammar parses; null where nobody knows. */
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
