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
 * The languages that can be parsed, the facts found with them, and who answers from those. What is not overridden is that of
 * no languages at all. Thread-safe.
 */
interface SourceFacts extends AutoCloseable {
    /** No languages at all. */
    SourceFacts NONE = new SourceFacts() {};

    /** Another number whenever languages came, went or were replaced. */
    default long generation() {
        return 0;
    }

    /** Names of the languages that can be parsed now, sorted. */
    default List<String> languages() {
        return List.of();
    }

    /** Language of a file by its name, among those that are allowed (all where that is empty), or null. */
    default @Nullable String languageOf(String path, List<String> allowed) {
        return null;
    }

    /** Language of a file of a commit by its name or, of a script, by its first line; null where there is no grammar for it. */
    default @Nullable String languageOf(Commit commit, TreeFile file) {
        return languageOf(file.path(), commit.grammars());
    }

    /** Whether all of these languages (all that are deployed where it is empty) can be parsed. */
    default boolean settled(List<String> allowed) {
        return false;
    }

    /** How the languages of a repository are; of all that are deployed where none are named. */
    default List<RepositoryStatus.Grammar> grammars(List<String> allowed) {
        return allowed.stream()
                .map(name -> new RepositoryStatus.Grammar(name, "missing", 0, "no grammar of this name is deployed"))
                .toList();
    }

    /** Takes over settings: limits, and the languages that repositories name, which are fetched where they are missing. */
    default void configure(SourceSettings settings) {}

    /** Makes the facts of a commit known. Takes as long as it takes; interrupting the thread ends it. */
    default void index(Commit commit) throws InterruptedException {}

    /** Whether the facts of all files of a commit became known, by {@link #index} or when languages changed after it. */
    default boolean isIndexed(Commit commit) {
        return false;
    }

    /**
     * Makes what was found so far survive the end of the process.
     *
     * @throws RuntimeException where it cannot be written
     */
    default void save() {}

    /** Forgets a repository. */
    default void forget(String repository) {}

    /** What was counted for a repository since the start of the process. */
    default RepositoryStatus.Cache counters(String repository) {
        return new RepositoryStatus.Cache(0, 0, 0);
    }

    /** How far {@link #index} is; null where it is not under way. */
    default RepositoryStatus.@Nullable Progress progress(String repository) {
        return null;
    }

    /** How far {@link #index}, or what follows a change of languages, is with a repository; null where neither is under way. */
    default @Nullable ParseProgress parsing(String repository) {
        return null;
    }

    /** Whether texts of a repository are still being added to the index that searches use. */
    default boolean isAddingTexts(String repository) {
        return false;
    }

    /** What answers for views. */
    default Lookup lookup() {
        return Lookup.NONE;
    }

    @Override
    default void close() throws InterruptedException {}
}
