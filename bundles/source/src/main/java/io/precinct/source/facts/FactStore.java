package io.precinct.source.facts;

import io.precinct.source.facts.FileFacts.Declaration;
import io.precinct.source.facts.FileFacts.Note;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Facts of files, kept over restarts. A file is a blob parsed with a grammar and has a number here; terms (names, kinds,
 * annotations, reasons for skipping) lead to numbers. Numbers are never given twice. What the process was killed before
 * committing is gone, the rest is whole. Thread-safe; writers take turns.
 *
 * <p>Whatever is not as it was written ends in {@link Damaged}, from any method; the store must then be replaced.
 */
// @req:source-cache
final class FactStore implements AutoCloseable {
    private static final String NAME = "name ";
    private static final String KIND = "kind ";
    private static final String MARK = "mark ";
    private static final String SKIPPED = "skipped ";
    private static final int CLOSING_MILLIS = 200;

    private final MVStore file;
    private final MVMap<String, byte[]> numbers;
    private final MVMap<Integer, byte[]> facts;
    private final MVMap<String, byte[]> terms;
    private final MVMap<String, byte[]> entries;
    private final MVMap<String, byte[]> grammars;
    private int next;

    /** @throws MVStoreException where the file is in use or no store */
    FactStore(MVStore file) {
        this.file = file;
        numbers = open("numbers", Checked.TEXT);
        facts = open("facts", Checked.NUMBER);
        terms = open("terms", Checked.TEXT);
        entries = open("entries", Checked.TEXT);
        grammars = open("grammars", Checked.TEXT);
        Integer last = facts.lastKey();
        next = last == null ? 1 : last + 1;
    }

    private <K> MVMap<K, byte[]> open(String name, Checked<K> keys) {
        return file.openMap(name, new MVMap.Builder<K, byte[]>().keyType(keys).valueType(Checked.BYTES));
    }

    /** A blob that was parsed, and what was found. */
    record Parsed(String blob, int grammar, FileFacts facts) {}

    /** The number by which a grammar of this identity is known. */
    int grammar(String identity) {
        return reading(() -> {
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

    /** The number of a file, or -1 where its facts are not known. */
    int find(String blob, int grammar) {
        byte[] found = reading(() -> numbers.get(identity(blob, grammar)));
        return found == null ? -1 : number(found);
    }

    /**
     * The facts of a file, which is checked to be the one that is meant.
     *
     * @return null where they were swept meanwhile
     */
    @Nullable
    FileFacts facts(int id, String blob, int grammar) {
        byte[] record = reading(() -> facts.get(id));
        if (record == null) {
            return null;
        }
        var in = new Bytes.Reader(record, 0, record.length);
        String identity = in.text();
        if (!identity.equals(identity(blob, grammar))) {
            throw new Damaged("the facts of blob and grammar " + identity(blob, grammar) + " belong to " + identity);
        }
        return FactsCodec.decode(in);
    }

    /** Whether the facts of a number are there. */
    boolean holds(int id) {
        return reading(() -> facts.containsKey(id));
    }

    /** Files with a declaration of this name, ascending. */
    int[] named(String name) {
        return files(NAME + name);
    }

    /** Files with a declaration whose name begins so and passes. */
    BitSet named(String prefix, Predicate<String> passes) {
        return files(NAME, prefix, passes);
    }

    /** Files with a declaration of this kind, ascending. */
    int[] ofKind(String kind) {
        return files(KIND + kind);
    }

    /** Files with an annotation of this tag whose id begins so and passes. */
    BitSet marked(String tag, String prefix, Predicate<String> passes) {
        return files(MARK + tag + ":", prefix, passes);
    }

    /** Files that were not parsed, by the reason, each ascending. */
    Map<String, int[]> skipped() {
        var found = new HashMap<String, int[]>();
        reading(() -> {
            forEach(SKIPPED, "", (reason, ids) -> found.put(reason, Postings.decode(ids)));
            return found;
        });
        return found;
    }

    private int[] files(String term) {
        byte[] found = reading(() -> terms.get(term));
        return found == null ? new int[0] : Postings.decode(found);
    }

    private BitSet files(String space, String prefix, Predicate<String> passes) {
        var found = new BitSet();
        return reading(() -> {
            forEach(space, prefix, (word, ids) -> {
                if (passes.test(word)) {
                    for (int id : Postings.decode(ids)) {
                        found.set(id);
                    }
                }
            });
            return found;
        });
    }

    private void forEach(String space, String prefix, TermVisitor visitor) {
        var cursor = terms.cursor(space + prefix);
        while (cursor.hasNext()) {
            String term = cursor.next();
            if (!term.startsWith(space) || !term.startsWith(prefix, space.length())) {
                return;
            }
            visitor.visit(term.substring(space.length()), cursor.getValue());
        }
    }

    private interface TermVisitor {
        void visit(String word, byte[] ids);
    }

    /**
     * Adds files. Those that are known already are left as they are.
     *
     * @return their numbers, in the same order
     */
    int[] add(List<Parsed> files) {
        return reading(() -> {
            synchronized (this) {
                var ids = new int[files.size()];
                var added = new TreeMap<String, List<Integer>>();
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = add(files.get(i), added);
                }
                added.forEach((term, more) -> terms.put(
                        term,
                        Postings.append(
                                terms.get(term),
                                more.stream().mapToInt(Integer::intValue).toArray())));
                // Last, so that whoever finds a file by its number finds it by its terms too.
                for (int i = 0; i < ids.length; i++) {
                    numbers.put(identity(files.get(i).blob(), files.get(i).grammar()), bytes(ids[i]));
                }
                return ids;
            }
        });
    }

    private int add(Parsed file, Map<String, List<Integer>> added) {
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
        termsOf(file.facts(), term -> {
            List<Integer> ids = added.computeIfAbsent(term, key -> new ArrayList<>(2));
            if (ids.isEmpty() || ids.getLast() != id) {
                ids.add(id);
            }
        });
        return id;
    }

    private static void termsOf(FileFacts facts, Consumer<String> each) {
        for (Declaration symbol : facts.symbols()) {
            each.accept(NAME + symbol.name());
            each.accept(KIND + symbol.kind());
        }
        for (Note note : facts.annotations()) {
            each.accept(MARK + note.tag() + ":" + note.id());
        }
        if (facts.skipped() != null) {
            each.accept(SKIPPED + facts.skipped());
        }
    }

    /** What is known of the paths of a repository. */
    Map<String, Entry> entries(String repository) {
        return reading(() -> {
            var found = new HashMap<String, Entry>();
            String prefix = repository + "\0";
            var cursor = entries.cursor(prefix);
            while (cursor.hasNext() && cursor.next().startsWith(prefix)) {
                Entry entry = Entry.decode(cursor.getKey(), cursor.getValue());
                found.put(entry.path(), entry);
            }
            return found;
        });
    }

    /** Replaces entries of a repository. */
    void replace(String repository, List<Entry> gone, List<Entry> come) {
        reading(() -> {
            synchronized (this) {
                gone.forEach(each -> entries.remove(each.key(repository)));
                come.forEach(each -> entries.put(each.key(repository), each.encode()));
                return come;
            }
        });
    }

    /** How many files are known. */
    int size() {
        return numbers.size();
    }

    /** Numbers of the files that entries of any repository lead to. */
    private BitSet used() {
        var used = new BitSet();
        for (Iterator<String> keys = entries.keyIterator(null); keys.hasNext(); ) {
            String key = keys.next();
            byte[] value = entries.get(key);
            if (value != null) {
                used.set(Entry.decode(key, value).file());
            }
        }
        return used;
    }

    /** Forgets files that no entry leads to, oldest first, until no more than {@code spare} of them are left. */
    void sweep(int spare) {
        reading(() -> {
            synchronized (this) {
                BitSet used = used();
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
                    remove(gone);
                }
                return gone;
            }
        });
    }

    private void remove(BitSet gone) {
        for (String identity : List.copyOf(numbers.keySet())) {
            byte[] number = numbers.get(identity);
            if (number != null && gone.get(number(number))) {
                numbers.remove(identity);
            }
        }
        for (String term : List.copyOf(terms.keySet())) {
            byte[] known = terms.get(term);
            int[] ids = known == null ? new int[0] : Postings.decode(known);
            int[] left = Arrays.stream(ids).filter(id -> !gone.get(id)).toArray();
            if (left.length == 0) {
                terms.remove(term);
            } else if (left.length < ids.length) {
                terms.put(term, Postings.append(null, left));
            }
        }
        gone.stream().forEach(facts::remove);
    }

    /** Makes what was added last over the end of the process, and gives freed room back little by little. */
    void commit() {
        reading(() -> {
            file.commit();
            return file.compact(50, 4 * 1024 * 1024);
        });
    }

    /** Closes the file without writing anything. */
    void abandon() {
        file.closeImmediately();
    }

    @Override
    public void close() {
        file.close(CLOSING_MILLIS);
    }

    /** MVStore reports what it cannot make sense of in any unchecked exception. */
    private static <T extends @Nullable Object> T reading(Supplier<T> work) {
        try {
            return work.get();
        } catch (Damaged e) {
            throw e;
        } catch (MVStoreException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | IllegalStateException
                | java.nio.BufferUnderflowException
                | NullPointerException
                | ClassCastException
                | NegativeArraySizeException e) {
            throw new Damaged("the store of facts cannot be read: " + e, e);
        }
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
        return new Bytes.Reader(bytes, 0, bytes.length).number();
    }

    /**
     * A file of a repository, by what the specification makes the key: repository, path and the second in which it changed;
     * and the blob, which has the last word on whether it is the same.
     *
     * @param seconds since the epoch
     * @param file number of its facts
     */
    record Entry(String path, long seconds, String blob, int grammar, int file) {
        String key(String repository) {
            return repository + "\0" + path + "\0" + seconds;
        }

        byte[] encode() {
            var out = new Bytes.Writer(60);
            out.text(blob);
            out.number(grammar);
            out.number(file);
            return out.toBytes();
        }

        static Entry decode(String key, byte[] value) {
            int first = key.indexOf('\0');
            int last = key.lastIndexOf('\0');
            if (first < 0 || first == last) {
                throw new Damaged("not the key of a file: " + key);
            }
            var in = new Bytes.Reader(value, 0, value.length);
            return new Entry(
                    key.substring(first + 1, last),
                    Long.parseLong(key.substring(last + 1)),
                    in.text(),
                    in.number(),
                    in.number());
        }
    }
}
