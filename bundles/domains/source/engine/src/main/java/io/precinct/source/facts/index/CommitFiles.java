package io.precinct.source.facts.index;

import io.precinct.source.facts.extraction.AnnotationFormats;
import io.precinct.source.facts.extraction.CommentSigns;
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
 * The files of a commit that an index lists: those that may hold code or comments, symlinks whose names imply a
 * language, and submodules.
 *
 * @param files sorted by path
 * @param slots their languages, in the same order; null for symlinks, submodules, and files of an unknown language
 */
record CommitFiles(List<TreeFile> files, List<@Nullable Slot> slots) {
    static CommitFiles of(Commit commit, FactStore store, Engine engine, FileLanguages known) {
        AnnotationFormats formats = AnnotationFormats.of(commit.annotations());
        var slots = new HashMap<String, @Nullable Slot>();
        var files = new ArrayList<TreeFile>();
        var languages = new ArrayList<@Nullable Slot>();
        var searched = new HashMap<CommentSigns, Slot>();
        for (TreeFile file : commit.files()) {
            String language = known.of(commit, file);
            if (!file.isFile()) {
                if (language != null || !file.isSymlink()) {
                    files.add(file);
                    languages.add(null);
                }
                continue;
            }
            Slot slot = language == null
                    ? null
                    : slots.computeIfAbsent(language, name -> slot(name, formats, store, engine));
            CommentSigns signs = slot != null ? null : known.signs(commit, file);
            if (signs != null && !signs.isEmpty()) {
                slot = searched.computeIfAbsent(
                        signs,
                        each -> new Slot(each.language(), store.grammar(formats.identity(each.identity())), each));
            }
            // A file in an unknown language stays without one; one that holds no comments is left out.
            if (slot != null || signs == null) {
                files.add(file);
                languages.add(slot);
            }
        }
        return new CommitFiles(files, languages);
    }

    private static @Nullable Slot slot(String language, AnnotationFormats formats, FactStore store, Engine engine) {
        try (AcquiredLanguage loaded = engine.acquire(language)) {
            return loaded == null ? null : new Slot(language, store.grammar(formats.identity(loaded.identity())), null);
        }
    }
}
