package io.precinct.source;

import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.facts.Lookup;
import io.precinct.source.git.Commit;
import io.precinct.source.settings.SourceSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The languages that can be parsed, the facts found with them, and who answers from those. Thread-safe. */
interface SourceFacts extends AutoCloseable {
    /** Another number whenever languages came, went or were replaced. */
    long generation();

    /** Names of the languages that can be parsed now, sorted. */
    List<String> languages();

    /** Language of a file by its name, among those that are allowed (all where that is empty), or null. */
    @Nullable
    String languageOf(String path, List<String> allowed);

    /** Whether all of these languages (all that are deployed where it is empty) can be parsed. */
    boolean settled(List<String> allowed);

    /** How the languages of a repository are; of all that are deployed where none are named. */
    List<RepositoryStatus.Grammar> grammars(List<String> allowed);

    /** Takes over settings: limits, and the languages that repositories name, which are fetched where they are missing. */
    void configure(SourceSettings settings);

    /** Makes the facts of a commit known. Takes as long as it takes; interrupting the thread ends it. */
    void index(Commit commit) throws InterruptedException;

    /** Whether the facts of all files of a commit became known, by {@link #index} or when languages changed after it. */
    boolean isIndexed(Commit commit);

    /**
     * Makes what was found so far survive the end of the process.
     *
     * @throws RuntimeException where it cannot be written
     */
    void save();

    /** Forgets a repository. */
    void forget(String repository);

    RepositoryStatus.Cache counters(String repository);

    /** Of {@link #index}, or null. */
    RepositoryStatus.@Nullable Progress progress(String repository);

    /** What answers for views. */
    Lookup lookup();

    @Override
    void close() throws InterruptedException;

    /** No languages at all. */
    SourceFacts NONE = new SourceFacts() {
        @Override
        public long generation() {
            return 0;
        }

        @Override
        public List<String> languages() {
            return List.of();
        }

        @Override
        public @Nullable String languageOf(String path, List<String> allowed) {
            return null;
        }

        @Override
        public boolean settled(List<String> allowed) {
            return false;
        }

        @Override
        public List<RepositoryStatus.Grammar> grammars(List<String> allowed) {
            return allowed.stream()
                    .map(name ->
                            new RepositoryStatus.Grammar(name, "missing", 0, "no grammar of this name is deployed"))
                    .toList();
        }

        @Override
        public void configure(SourceSettings settings) {
            // Nothing to limit.
        }

        @Override
        public void index(Commit commit) {
            // Nothing to find.
        }

        @Override
        public boolean isIndexed(Commit commit) {
            return false;
        }

        @Override
        public void save() {
            // Nothing was found.
        }

        @Override
        public void forget(String repository) {
            // Nothing was known.
        }

        @Override
        public RepositoryStatus.Cache counters(String repository) {
            return new RepositoryStatus.Cache(0, 0, 0);
        }

        @Override
        public RepositoryStatus.@Nullable Progress progress(String repository) {
            return null;
        }

        @Override
        public Lookup lookup() {
            return Lookup.NONE;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };
}
