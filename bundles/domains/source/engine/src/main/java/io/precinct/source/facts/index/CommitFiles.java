package io.precinct.source.facts.index;

import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.index.CommitIndex.Slot;
import io.precinct.source.facts.store.FactStore;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import io.precinct.source.parse.AcquiredLanguage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an index lists of a commit: the files that have a language, the symlinks whose names say one, and the submodules.
 *
 * @param files sorted by path
 * @param slots their languages, in the same order; null for symlinks and submodules
 */
record CommitFiles(List<TreeFile> files, List<@Nullable Slot> slots) {
    static CommitFiles of(Commit commit, FactStore store, Engine engine) {
        var slots = new HashMap<String, @Nullable Slot>();
        var files = new ArrayList<TreeFile>();
        var languages = new ArrayList<@Nullable Slot>();
        List<String> allowed = commit.grammars();
        for (TreeFile file : commit.files()) {
            String language = engine.languageOf(file.path(), allowed);
            if (!file.isFile()) {
                if (language != null || !file.isSymlink()) {
                    files.add(file);
                    languages.add(null);
                }
            } else if (language != null) {
                Slot slot = slots.computeIfAbsent(language, name -> slot(name, store, engine));
                if (slot != null) {
                    files.add(file);
                    languages.add(slot);
                }
            }
        }
        return new CommitFiles(files, languages);
    }

    private static @Nullable Slot slot(String language, FactStore store, Engine engine) {
        try (AcquiredLanguage loaded = engine.acquire(language)) {
            return loaded == null ? null : new Slot(language, store.grammar(loaded.identity()));
        }
    }
}
