package io.precinct.source;

import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.facts.Lookup;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import io.precinct.source.settings.SourceSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The languages that can be parsed, the facts found with them, and the look-ups over them. The defaults are those of no
 * languages at all. Thread-safe.
 */
interface SourceFacts extends AutoCloseable {
    /** No languages at all. */
    SourceFacts NONE = new SourceFacts() {};

    /** A number that changes whenever languages are added, removed or replaced. */
    default long generation() {
        return 0;
    }

    /** Names of the languages that can be parsed now, sorted. */
    default List<String> languages() {
        return List.of();
    }

    /** The language of a file by its name, among the allowed ones (all if that is empty), or null. */
    default @Nullable String languageOf(String path, List<String> allowed) {
        return null;
    }

    /**
     * The language of a file of a commit by its name or, for a script, by its first line; null if there is no grammar
     * for it.
     */
    default @Nullable String languageOf(Commit commit, TreeFile file) {
        return languageOf(file.path(), commit.grammars());
    }

    /** Whether all of these languages (all deployed ones if it is empty) can be parsed. */
    default boolean settled(List<String> allowed) {
        return false;
    }

    /** The state of a repository's languages; of all deployed ones if none are named. */
    default List<RepositoryStatus.Grammar> grammars(List<String> allowed) {
        return allowed.stream()
                .map(name -> new RepositoryStatus.Grammar(name, "missing", 0, "no grammar of this name is deployed"))
                .toList();
    }

    /** Takes over settings: limits, and the languages that repositories name. Missing ones are fetched. */
    default void configure(SourceSettings settings) {}

    /** Makes the facts of a commit known, however long that takes. Interrupting the thread ends it. */
    default void index(Commit commit) throws InterruptedException {}

    /** Whether the facts of all files of a commit became known, by {@link #index} or when languages changed after it. */
    default boolean isIndexed(Commit commit) {
        return false;
    }

    /**
     * Writes what was found so far, so that it outlasts the process.
     *
     * @throws RuntimeException if it cannot be written
     */
    default void save() {}

    /** Forgets a repository. */
    default void forget(String repository) {}

    /** What was counted for a repository since the start of the process. */
    default RepositoryStatus.Cache counters(String repository) {
        return new RepositoryStatus.Cache(0, 0, 0);
    }

    /** How far {@link #index} is; null if it is not under way. */
    default RepositoryStatus.@Nullable Progress progress(String repository) {
        return null;
    }

    /**
     * How far {@link #index}, or the work after a change of languages, is with a repository; null if neither is under
     * way.
     */
    default @Nullable ParseProgress parsing(String repository) {
        return null;
    }

    /** Whether texts of a repository are still being added to the index that searches use. */
    default boolean isAddingTexts(String repository) {
        return false;
    }

    /** Answers what views ask. */
    default Lookup lookup() {
        return Lookup.NONE;
    }

    @Override
    default void close() throws InterruptedException {}
}
