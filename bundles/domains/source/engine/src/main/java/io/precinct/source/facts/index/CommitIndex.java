package io.precinct.source.facts.index;

import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.ResultPage.Incomplete;
import io.precinct.source.api.ResultPage.Skipped;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.CommentSigns;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.source.facts.store.FactStore;
import io.precinct.source.facts.store.FileKey;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The files of a commit that may hold code, sorted by path, each with the number of its facts if they are known. Valid
 * for one store, one generation of languages, one size limit and one object that reads the commit. Thread-safe; a
 * number becomes known, and is forgotten only if its facts are swept away.
 */
public final class CommitIndex {
    private static final int UNKNOWN = -1;

    /** Why a file without a grammar is left out; for annotations, only if its comment signs are unknown too. */
    private static final String NO_GRAMMAR = "no_grammar";

    /** How many files without a grammar a page names; the rest are counted. */
    private static final int MOST_WITHOUT_GRAMMAR = 100;

    private final Commit commit;
    private final FactStore store;
    private final long generation;
    private final long parsedBytes;
    private final int sweeps;
    private final List<TreeFile> files;
    private final List<String> paths;
    private final @Nullable Slot[] slots;
    private final AtomicIntegerArray ids;
    private final Map<Integer, Failure> failed = new ConcurrentHashMap<>();
    private final int found;
    private final AtomicInteger swept = new AtomicInteger();
    private volatile @Nullable CompleteCommit whole;

    /**
     * A language with the number of its grammar, or of the comment signs by which it is searched line by line.
     *
     * @param number as the store knows it
     * @param signs null if a grammar parses it
     */
    public record Slot(
            String language, int number, @Nullable CommentSigns signs) {
        /** Whether a grammar parses it. */
        public boolean isParsed() {
            return signs == null;
        }
    }

    /**
     * Why there are no facts of a file.
     *
     * @param settled false if it had no turn to be parsed, so that the next question tries again
     */
    private record Failure(String reason, boolean settled) {}

    /**
     * The files of a commit, with what the store knows of them.
     *
     * @param parsedBytes largest file whose facts count: the store may know more, from an earlier limit
     */
    CommitIndex(Commit commit, FactStore store, Engine engine, FileLanguages languages, long parsedBytes) {
        this.commit = commit;
        this.store = store;
        this.generation = engine.generation();
        this.parsedBytes = parsedBytes;
        this.sweeps = store.sweeps();
        CommitFiles listed = CommitFiles.of(commit, store, engine, languages);
        this.files = listed.files();
        this.paths = files.stream().map(TreeFile::path).toList();
        this.slots = listed.slots().toArray(new Slot[0]);
        this.ids = new AtomicIntegerArray(files.size());
        Map<String, FileKey> entries = store.entries(commit.repository());
        // Asking git for the size of every file takes longer than anything else here.
        boolean sizesMatter = store.parsedUpTo((int) Math.min(Integer.MAX_VALUE, parsedBytes)) > parsedBytes;
        int count = 0;
        for (int i = 0; i < slots.length; i++) {
            Slot slot = slots[i];
            TreeFile file = files.get(i);
            int id = slot == null ? UNKNOWN : find(store, entries.get(file.path()), file, slot);
            if (id >= 0 && sizesMatter && commit.size(file.blob()) > parsedBytes) {
                failed.put(i, new Failure(Blobs.TOO_LARGE, true));
                id = UNKNOWN;
            }
            ids.set(i, id);
            count += id < 0 ? 0 : 1;
        }
        found = count;
    }

    /** @param entry what the store knows of the file's path, or null */
    private static int find(FactStore store, @Nullable FileKey entry, TreeFile file, Slot slot) {
        return entry != null
                        && entry.grammar() == slot.number()
                        && entry.blob().equals(file.blob())
                        && store.holds(entry.file())
                ? entry.file()
                : store.find(file.blob(), slot.number());
    }

    public Commit commit() {
        return commit;
    }

    public FactStore store() {
        return store;
    }

    /**
     * Whether it is as good as one made now. The same id is not enough: the requested commit may allow other languages,
     * or read from a clone that replaced this one's damaged clone.
     */
    boolean isGood(Commit nowCommit, FactStore nowStore, long nowGeneration, long nowParsedBytes) {
        return commit == nowCommit
                && store == nowStore
                && generation == nowGeneration
                && parsedBytes == nowParsedBytes
                && !isSwept();
    }

    /** Whether it was made with these languages and this limit. */
    boolean isOf(long nowGeneration, long nowParsedBytes) {
        return generation == nowGeneration && parsedBytes == nowParsedBytes;
    }

    /** What is to be thrown if a language of its files is gone or was replaced: the question is then asked again. */
    public RuntimeException outdated(String language) {
        return new OutdatedIndex(this, language);
    }

    /** Whether facts that it relies on may be gone, so that what was found with it may be incomplete. */
    boolean isSwept() {
        return sweeps != store.sweeps();
    }

    /** Paths, sorted as {@link io.precinct.source.git.PathRules#compare} does. */
    public List<String> paths() {
        return paths;
    }

    public int size() {
        return files.size();
    }

    /** How many files were known when it was made. */
    int found() {
        return found;
    }

    public TreeFile file(int position) {
        return files.get(position);
    }

    /** The language of a file; null for symlinks, submodules, and files in an unknown language. */
    public @Nullable Slot slot(int position) {
        return slots[position];
    }

    /** Whether a grammar parses the file. */
    public boolean isParsed(int position) {
        Slot slot = slots[position];
        return slot != null && slot.isParsed();
    }

    /** Whether it is a file without a grammar; symlinks and submodules are no files. */
    public boolean lacksGrammar(int position) {
        return !isParsed(position) && files.get(position).isFile();
    }

    /** Why an entry without a language is skipped. */
    public String reason(int position) {
        TreeFile file = files.get(position);
        return file.isFile() ? NO_GRAMMAR : file.isSymlink() ? "symlink" : "submodule";
    }

    /** The number of the file's facts, or -1. */
    public int id(int position) {
        return ids.get(position);
    }

    /** Whether there is nothing left to find out about the file. */
    boolean isKnown(int position) {
        if (slots[position] == null || ids.get(position) >= 0) {
            return true;
        }
        Failure failure = failed.get(position);
        return failure != null && failure.settled();
    }

    void know(int position, int id) {
        ids.set(position, id);
        failed.remove(position);
    }

    /** The file could not be parsed, for a reason that may not last. */
    void fail(int position, String reason) {
        failed.put(position, new Failure(reason, true));
    }

    /** The file had no turn to be parsed; the next question tries again. */
    void postpone(int position, String reason) {
        failed.put(position, new Failure(reason, false));
    }

    /** Its facts were swept away. */
    public void forget(int position) {
        ids.set(position, UNKNOWN);
        swept.incrementAndGet();
    }

    /** Whether the reason for the file's missing facts is known. */
    public boolean hasFailed(int position) {
        return failed.containsKey(position);
    }

    /**
     * How far its files are parsed: the number with a language, and the number of those about which everything is
     * known.
     */
    public ParseProgress progress() {
        long total = 0;
        long done = 0;
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null) {
                total++;
                done += isKnown(i) ? 1 : 0;
            }
        }
        return new ParseProgress(done, total);
    }

    /** Whether there is nothing left to find out about any file. */
    public boolean isWhole() {
        return whole() != null;
    }

    private @Nullable CompleteCommit whole() {
        int now = swept.get();
        CompleteCommit known = whole;
        if (known != null && known.isOf(now)) {
            return known;
        }
        for (int i = 0; i < slots.length; i++) {
            if (!isKnown(i)) {
                return null;
            }
        }
        var positions = Positions.of(ids);
        var made = new CompleteCommit(now, this, positions, reasons(positions));
        whole = made;
        return made;
    }

    /** Languages with a grammar among the files of a selection, sorted. */
    public Set<String> languages(PathSelection selection) {
        CompleteCommit all = selection.isEverything(paths) ? whole() : null;
        if (all != null) {
            return all.languages();
        }
        var languages = new TreeSet<String>();
        for (int i = selection.from(); i < selection.to(); i++) {
            Slot slot = slots[i];
            if (slot != null
                    && slot.isParsed()
                    && !languages.contains(slot.language())
                    && selection.means(paths.get(i))) {
                languages.add(slot.language());
            }
        }
        return languages;
    }

    /** Positions of files by the numbers of their facts. */
    public BitSet positions(BitSet numbers) {
        return positions(numbers.stream().toArray());
    }

    /** Positions of files by the numbers of their facts; a blob may stand at several paths. */
    public BitSet positions(int[] numbers) {
        CompleteCommit all = whole();
        return (all == null ? Positions.of(ids) : all.positions()).of(numbers);
    }

    /** Why files with a language were not parsed, by position. */
    private Map<Integer, String> reasons(Positions positions) {
        var reasons = new HashMap<Integer, String>();
        failed.forEach((position, failure) -> reasons.put(position, failure.reason()));
        store.terms()
                .skipped()
                .forEach((reason, numbers) ->
                        positions.of(numbers).stream().forEach(position -> reasons.put(position, reason)));
        return reasons;
    }

    /**
     * Files of a selection between two positions that were not looked at. A file without a grammar never has
     * declarations: their lists name it only if a path or a pattern asks for it, since every repository has many.
     *
     * @param to exclusive
     * @param byLines whether the list also has what is found line by line
     */
    public List<Skipped> skipped(PathSelection selection, int from, int to, boolean byLines) {
        int first = Math.max(from, selection.from());
        int end = Math.min(to, selection.to());
        var skipped = new SkippedFiles(selection, byLines);
        CompleteCommit all = whole();
        if (all != null && (byLines || !selection.isNarrow())) {
            all.skipped(first, end, skipped::add);
            return skipped.list();
        }
        Map<Integer, String> reasons = reasons(Positions.of(ids));
        for (int i = first; i < end; i++) {
            skipped.add(slots[i] == null ? reason(i) : reasons.get(i), i);
        }
        return skipped.list();
    }

    /** Collects what a page leaves out. Confined to a request. */
    private final class SkippedFiles {
        private final PathSelection selection;
        private final boolean byLines;
        private final List<Skipped> files = new ArrayList<>();
        private int withoutGrammar;

        SkippedFiles(PathSelection selection, boolean byLines) {
            this.selection = selection;
            this.byLines = byLines;
        }

        /** @param reason null if it was looked at */
        void add(@Nullable String reason, int position) {
            String why = byLines || !lacksGrammar(position) ? reason : selection.isNarrow() ? NO_GRAMMAR : null;
            if (why == null || !selection.means(paths.get(position))) {
                return;
            }
            if (!why.equals(NO_GRAMMAR) || ++withoutGrammar <= MOST_WITHOUT_GRAMMAR) {
                files.add(new Skipped(paths.get(position), why));
            }
        }

        List<Skipped> list() {
            int more = withoutGrammar - MOST_WITHOUT_GRAMMAR;
            if (more > 0) {
                files.add(Skipped.more(NO_GRAMMAR, more));
            }
            return files;
        }
    }

    /**
     * Files of a selection between two positions in which syntax errors may hide something.
     *
     * @param to exclusive
     */
    public List<Incomplete> incomplete(PathSelection selection, int from, int to) {
        var incomplete = new IncompleteFiles();
        int[] numbers = store.terms().incomplete();
        if (numbers.length > 0) {
            BitSet found = positions(numbers);
            int end = Math.min(to, selection.to());
            for (int i = found.nextSetBit(Math.max(from, selection.from()));
                    i >= 0 && i < end;
                    i = found.nextSetBit(i + 1)) {
                if (selection.means(paths.get(i))) {
                    incomplete.add(paths.get(i), gaps(i));
                }
            }
        }
        return incomplete.list(null);
    }

    private List<Gap> gaps(int position) {
        int id = ids.get(position);
        Slot slot = slots[position];
        FileFacts facts = id < 0 || slot == null
                ? null
                : store.facts(id, files.get(position).blob(), slot.number(), null);
        return facts == null ? List.of() : facts.gaps();
    }

    /** Replaces the store's entries for the paths of the repository by what is known here. */
    void keep() {
        var known = new ArrayList<FileKey>(files.size());
        for (int i = 0; i < files.size(); i++) {
            Slot slot = slots[i];
            int id = ids.get(i);
            if (slot != null && id >= 0) {
                TreeFile file = files.get(i);
                long seconds = commit.firstSeen(file.path(), file.blob());
                known.add(new FileKey(file.path(), seconds, file.blob(), slot.number(), id));
            }
        }
        store.replace(commit.repository(), known);
    }
}
