package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.Bytes;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.FactsCodec;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.linguist.LanguageTable;
import java.time.Duration;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Facts of files, kept over restarts. A file is a blob parsed with a grammar and has a number here; terms (names,
 * kinds, annotations, reasons for skipping) lead to numbers. Numbers are never reused. What was added is written after
 * a second, also if nothing is added any more. If the process is killed, the rest is intact. Thread-safe; writers take
 * turns.
 *
 * <p>Any method throws {@link DamagedFacts} if something is not as it was written; the store must then be replaced.
 */
// @req:source-cache
public final class FactStore implements AutoCloseable {
    private static final int CLOSING_MILLIS = 200;
    /** How long what was added stays unwritten at most. Written more often, the same pages would be written again. */
    private static final Duration UNWRITTEN = Duration.ofSeconds(1);

    private static final String PARSED = "parsed";
    private static final String CONTENTS_OF = "contents ";
    private static final String CONTENTS = CONTENTS_OF + LanguageTable.VERSION;
    /** Contents that are remembered at most; then all are forgotten, since each is found again in a moment. */
    private static final int MOST_CONTENTS = 500_000;

    private final MVStore file;
    private final MVMap<String, byte[]> numbers;
    private final MVMap<Integer, byte[]> facts;
    private final TermIndex terms;
    private final RepositoryEntries entries;
    private final MVMap<String, byte[]> grammars;
    private final MVMap<String, byte[]> limits;
    private final MVMap<String, byte[]> contents;
    private int next;
    private final Unwritten unwritten;
    /** Incremented before and after each sweep, so that it has changed for anyone who began before a sweep ended. */
    private volatile int sweeps;

    /** @throws MVStoreException if the file is in use or no store */
    FactStore(MVStore file) {
        this.file = file;
        numbers = open("numbers", ChecksummedDataType.TEXT);
        facts = open("facts", ChecksummedDataType.NUMBER);
        terms = new TermIndex(open("terms", ChecksummedDataType.TEXT));
        entries = new RepositoryEntries(open("entries", ChecksummedDataType.TEXT));
        grammars = open("grammars", ChecksummedDataType.TEXT);
        limits = open("limits", ChecksummedDataType.TEXT);
        contents = open(CONTENTS, ChecksummedDataType.TEXT);
        // A newer table of languages may tell something else.
        file.getMapNames().stream()
                .filter(name -> name.startsWith(CONTENTS_OF) && !name.equals(CONTENTS))
                .toList()
                .forEach(file::removeMap);
        Integer last = facts.lastKey();
        next = last == null ? 1 : last + 1;
        unwritten = new Unwritten(UNWRITTEN, this::writeInTime);
    }

    private <K> MVMap<K, byte[]> open(String name, ChecksummedDataType<K> keys) {
        return file.openMap(name, new MVMap.Builder<K, byte[]>().keyType(keys).valueType(ChecksummedDataType.BYTES));
    }

    /** A blob that was parsed, and what was found. */
    public record Parsed(String blob, int grammar, FileFacts facts) {}

    /** The number of the grammar with this identity. */
    public int grammar(String identity) {
        return StoreFailures.noticed(() -> {
            byte[] known = grammars.get(identity);
            if (known != null) {
                return number(known);
            }
            synchronized (this) {
                byte[] meanwhile = grammars.get(identity);
                if (meanwhile != null) {
                    return number(meanwhile);
                }
                int number = grammars.size() + 1;
                grammars.put(identity, bytes(number));
                return number;
            }
        });
    }

    /**
     * Notes the size up to which files are parsed from now on.
     *
     * @return the most bytes that were ever allowed here: no file with facts is larger
     */
    public int parsedUpTo(int bytes) {
        return StoreFailures.noticed(() -> {
            synchronized (this) {
                byte[] known = limits.get(PARSED);
                if (known != null && number(known) >= bytes) {
                    return number(known);
                }
                limits.put(PARSED, bytes(bytes));
                return bytes;
            }
        });
    }

    /** What was noted about a content under a key; null if nothing was. */
    public @Nullable String content(String key) {
        byte[] found = StoreFailures.noticed(() -> contents.get(key));
        return found == null ? null : new Bytes.Reader(found).text();
    }

    /** Notes something about a content. */
    public void content(String key, String value) {
        var out = new Bytes.Writer(value.length() + 5);
        out.text(value);
        StoreFailures.noticed(() -> {
            if (contents.size() >= MOST_CONTENTS) {
                contents.clear();
            }
            return contents.put(key, out.toBytes());
        });
    }

    /** The number of a file, or -1 if its facts are not known. */
    public int find(String blob, int grammar) {
        byte[] found = StoreFailures.noticed(() -> numbers.get(identity(blob, grammar)));
        return found == null ? -1 : number(found);
    }

    /**
     * The facts of a file, which is checked to be the expected one.
     *
     * @param only the name whose declarations are wanted, with nothing else; null for all facts
     * @return null if they were swept away meanwhile
     */
    public @Nullable FileFacts facts(int id, String blob, int grammar, @Nullable String only) {
        byte[] record = StoreFailures.noticed(() -> facts.get(id));
        if (record == null) {
            return null;
        }
        var in = new Bytes.Reader(record);
        String identity = in.text();
        if (!identity.equals(identity(blob, grammar))) {
            throw new DamagedFacts(
                    "the facts of blob and grammar " + identity(blob, grammar) + " belong to " + identity);
        }
        return FactsCodec.decode(in, only);
    }

    /** Whether there are facts with a number. */
    public boolean holds(int id) {
        return StoreFailures.noticed(() -> facts.containsKey(id));
    }

    /** The index from words to files. */
    public TermIndex terms() {
        return terms;
    }

    /**
     * Adds files. Those that are known already are left as they are.
     *
     * @return their numbers, in the same order
     */
    public int[] add(List<Parsed> files) {
        return StoreFailures.noticed(() -> {
            synchronized (this) {
                var ids = new int[files.size()];
                var added = new TermIndex.Added();
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = add(files.get(i), added);
                }
                terms.add(added);
                // Last, so that a file that is found by its number is found by its terms too.
                for (int i = 0; i < ids.length; i++) {
                    numbers.put(identity(files.get(i).blob(), files.get(i).grammar()), bytes(ids[i]));
                }
                // Whoever adds waits for the write, so that a busy machine finds no more than it can write.
                if (unwritten.add()) {
                    write();
                }
                return ids;
            }
        });
    }

    private int add(Parsed file, TermIndex.Added added) {
        String identity = identity(file.blob(), file.grammar());
        byte[] known = numbers.get(identity);
        if (known != null && facts.containsKey(number(known))) {
            return number(known);
        }
        byte[] encoded = FactsCodec.encode(file.facts());
        var record = new Bytes.Writer(encoded.length + 64);
        record.text(identity);
        record.append(encoded, encoded.length);
        int id = next++;
        facts.put(id, record.toBytes());
        added.note(id, file.facts());
        return id;
    }

    /** What is known of the paths of a repository. */
    public Map<String, FileKey> entries(String repository) {
        return StoreFailures.noticed(() -> entries.of(repository));
    }

    /** Replaces all that is known of the paths of a repository; unchanged entries are not written again. */
    public void replace(String repository, List<FileKey> files) {
        StoreFailures.noticed(() -> {
            Map<String, FileKey> gone = entries.of(repository);
            List<FileKey> come = files.stream()
                    .filter(file -> !gone.remove(file.path(), file))
                    .toList();
            synchronized (this) {
                gone.values().forEach(file -> entries.remove(repository, file));
                come.forEach(file -> entries.put(repository, file));
                return come;
            }
        });
    }

    /** A number that changes once numbers of files known by now may have been swept away. */
    public int sweeps() {
        return sweeps;
    }

    /**
     * Forgets files that no entry leads to, oldest first, until no more than {@code spare} of them are left.
     *
     * @return whether there were any
     */
    public boolean sweep(int spare) {
        return StoreFailures.noticed(() -> {
            synchronized (this) {
                BitSet used = entries.files();
                int surplus = numbers.size() - used.cardinality() - spare;
                var gone = new BitSet();
                for (Iterator<Integer> ids = facts.keyIterator(null); surplus > 0 && ids.hasNext(); ) {
                    int id = ids.next();
                    if (!used.get(id) && id != next - 1) {
                        gone.set(id);
                        surplus--;
                    }
                }
                if (!gone.isEmpty()) {
                    swept();
                    remove(gone);
                    swept();
                }
                return !gone.isEmpty();
            }
        });
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // writers take turns
    private void swept() {
        sweeps++;
    }

    private void remove(BitSet gone) {
        for (String identity : List.copyOf(numbers.keySet())) {
            byte[] number = numbers.get(identity);
            if (number != null && gone.get(number(number))) {
                numbers.remove(identity);
            }
        }
        terms.remove(gone);
        gone.stream().forEach(facts::remove);
    }

    /** Commits what was added last, and frees unused space little by little. */
    public void commit() {
        save();
        StoreFailures.noticed(() -> file.compact(50, 4 * 1024 * 1024));
    }

    /** Commits what was added last. */
    public void save() {
        StoreFailures.noticed(() -> {
            synchronized (this) {
                return write();
            }
        });
    }

    /** To be called while nobody adds: what is written must not hold words that lead to a missing file. */
    private long write() {
        unwritten.clear();
        return file.commit();
    }

    private synchronized void writeInTime() {
        if (unwritten.isDue()) {
            write();
        }
    }

    /** Closes the file without writing anything. */
    void abandon() {
        unwritten.close();
        file.closeImmediately();
    }

    @Override
    public void close() {
        unwritten.close();
        file.close(CLOSING_MILLIS);
    }

    private static String identity(String blob, int grammar) {
        return blob + " " + grammar;
    }

    private static byte[] bytes(int number) {
        var out = new Bytes.Writer(5);
        out.number(number);
        return out.toBytes();
    }

    private static int number(byte[] bytes) {
        return new Bytes.Reader(bytes).number();
    }
}
