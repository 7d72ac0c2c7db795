package io.precinct.source.facts.index;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.facts.extraction.CommentSigns;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.store.FactFile;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import io.precinct.source.linguist.ContentLanguage;
import io.precinct.source.linguist.ContentRules;
import io.precinct.source.linguist.KnownLanguage;
import io.precinct.source.linguist.LanguageTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which language a file is written in: by what its repository declares, else by its name, its content, and the
 * files around it. Only files whose name leaves it open, and executable ones, are opened for that, each content once.
 * Thread-safe.
 */
// @req:source-file-language
public final class FileLanguages {
    private static final int REMEMBERED = 50_000;

    private static final int COMMITS = 32;

    /** The largest file that is read as a whole, so that an editor's line at its end counts. */
    private static final int READ_WHOLE = 64 * 1024;

    private final Engine engine;
    private final FactFile facts;
    private final WeightedLru<String, Surroundings> surroundings = WeightedLru.ofEntries(COMMITS);
    private final WeightedLru<String, List<KnownLanguage>> contents = WeightedLru.ofEntries(REMEMBERED);
    private volatile Loaded loaded = new Loaded(-1, Map.of());

    /** The loaded languages by their keys in Linguist's table, as of a generation. */
    private record Loaded(long generation, Map<String, String> byKey) {}

    /**
     * What is known of a file.
     *
     * @param grammar that parses it, or null
     * @param told what its repository or its content tells: one of these if it is parsed by none of its name's
     *     languages; empty if they tell nothing
     */
    private record Finding(@Nullable String grammar, List<KnownLanguage> told) {}

    /** @param facts keeps what contents tell over restarts */
    public FileLanguages(Engine engine, FactFile facts) {
        this.engine = engine;
        this.facts = facts;
    }

    /** The language with a grammar, among those that are allowed in the commit; null if there is none. */
    public @Nullable String of(Commit commit, TreeFile file) {
        return find(commit, file).grammar();
    }

    /** The comment signs of a file without a grammar; null if they are unknown. */
    @Nullable
    CommentSigns signs(Commit commit, TreeFile file) {
        return find(commit, file).told().stream()
                .map(CommentSigns::of)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> CommentSigns.ofFile(file.path()));
    }

    private Finding find(Commit commit, TreeFile file) {
        List<String> allowed = commit.grammars();
        List<String> claimants = engine.claimants(file.path(), allowed);
        // If the configuration names languages, their order decides which one wins.
        boolean contested = claimants.size() > 1 && allowed.isEmpty();
        if (!file.isFile()) {
            String byName = contested
                    ? around(commit).choose(file.path(), claimants)
                    : claimants.isEmpty() ? null : claimants.getFirst();
            return new Finding(byName, List.of());
        }
        String declared = commit.attributes(file.path()).language();
        if (declared != null) {
            KnownLanguage language = LanguageTable.named(declared);
            List<KnownLanguage> told = language == null ? List.of() : List.of(language);
            return new Finding(usable(told, claimants, allowed), told);
        }
        String decided = contested ? around(commit).clear(file.path(), claimants) : null;
        if (decided != null && !file.isExecutable()) {
            return new Finding(decided, List.of());
        }
        List<KnownLanguage> told = isOpened(file, claimants, contested) ? told(commit, file) : List.of();
        String usable = usable(told, claimants, allowed);
        if (usable != null) {
            return new Finding(usable, told);
        }
        if (claimants.isEmpty()) {
            // Where several languages share an ending and the content tells nothing, any choice would be a guess.
            List<KnownLanguage> named = told.isEmpty() ? LanguageTable.ofFile(file.path()) : List.of();
            return new Finding(named.size() == 1 ? usable(named, claimants, allowed) : null, told);
        }
        if (contested) {
            return new Finding(decided != null ? decided : around(commit).choose(file.path(), claimants), List.of());
        }
        // Content in a language that cannot be parsed is not parsed as another one.
        return told.isEmpty() || claimants.size() > 1
                ? new Finding(claimants.getFirst(), List.of())
                : new Finding(null, told);
    }

    /** The first of some languages that is loaded and allowed, if possible one of the claimants; null if none is. */
    private @Nullable String usable(List<KnownLanguage> languages, List<String> claimants, List<String> allowed) {
        if (languages.isEmpty()) {
            return null;
        }
        Map<String, String> byKey = loaded();
        List<String> usable = languages.stream()
                .map(language -> language.in(byKey))
                .filter(Objects::nonNull)
                .filter(name -> allowed.isEmpty() || allowed.contains(name))
                .toList();
        return usable.stream()
                .filter(claimants::contains)
                .findFirst()
                .orElse(usable.isEmpty() ? null : usable.getFirst());
    }

    private Map<String, String> loaded() {
        Loaded known = loaded;
        long generation = engine.generation();
        if (known.generation() != generation) {
            known = new Loaded(generation, KnownLanguage.byKey(engine.languages()));
            loaded = known;
        }
        return known.byKey();
    }

    private Surroundings around(Commit commit) {
        String key = commit.repository() + " " + commit.id() + " " + engine.generation();
        return surroundings.get(
                key, () -> Surroundings.of(commit.files(), path -> engine.claimants(path, commit.grammars())));
    }

    /** Whether the name of a file leaves open what its content may tell. */
    private boolean isOpened(TreeFile file, List<String> claimants, boolean contested) {
        if (file.isExecutable() || contested || claimants.isEmpty() && CommentSigns.ofFile(file.path()) == null) {
            return true;
        }
        boolean open = claimants.size() == 1
                || claimants.isEmpty()
                        && LanguageTable.ofFile(file.path()).stream()
                                .anyMatch(language -> language.in(loaded()) != null);
        return open && ContentRules.decideOn(file.path());
    }

    /** What the content of a file tells; the same content under names of the same ending is looked at once. */
    private List<KnownLanguage> told(Commit commit, TreeFile file) {
        String name = file.path().substring(file.path().lastIndexOf('/') + 1);
        int dot = name.indexOf('.');
        String key = file.blob() + (dot < 0 ? "" : name.substring(dot));
        return contents.get(key, () -> kept(key, commit, file));
    }

    private List<KnownLanguage> kept(String key, Commit commit, TreeFile file) {
        try {
            String known = facts.store().content(key);
            if (known != null) {
                return Stream.of(known.split(" ", -1))
                        .map(LanguageTable::named)
                        .filter(Objects::nonNull)
                        .toList();
            }
            List<KnownLanguage> found = look(commit, file);
            facts.store()
                    .content(
                            key,
                            String.join(
                                    " ", found.stream().map(KnownLanguage::name).toList()));
            return found;
        } catch (DamagedFacts e) {
            // Whoever needs facts will replace the store; a language can be found without it.
            return look(commit, file);
        }
    }

    private static List<KnownLanguage> look(Commit commit, TreeFile file) {
        boolean whole = commit.size(file.blob()) <= READ_WHOLE;
        return ContentLanguage.told(file.path(), whole ? commit.read(file.blob()) : commit.head(file.blob()), whole);
    }
}
