package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.source.facts.extraction.FileFacts.Note;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.h2.mvstore.MVMap;

/**
 * Maps words to the numbers of files that have them: names and kinds of declarations, annotations, reasons for
 * skipping, and whether something may be hidden. Readers need no lock; the store makes writers take turns.
 */
public final class TermIndex {
    private static final String NAME = "name ";
    private static final String KIND = "kind ";
    private static final String MARK = "mark ";
    private static final String SKIPPED = "skipped ";
    private static final String INCOMPLETE = "incomplete";

    private final MVMap<String, byte[]> terms;

    TermIndex(MVMap<String, byte[]> terms) {
        this.terms = terms;
    }

    /** Files with a declaration of this name, ascending. */
    public int[] named(String name) {
        return files(NAME + name);
    }

    /** Files with a declaration whose name has this prefix and passes. */
    public BitSet named(String prefix, Predicate<String> passes) {
        return files(NAME, prefix, passes);
    }

    /** Files with a declaration of this kind, ascending. */
    public int[] ofKind(String kind) {
        return files(KIND + kind);
    }

    /**
     * Files with an annotation that passes.
     *
     * @param prefix beginning of {@code tag:id} in all that pass
     * @param passes asked with tag and id
     */
    public BitSet marked(String prefix, BiPredicate<String, String> passes) {
        return files(MARK, prefix, word -> {
            int colon = word.indexOf(':'); // no tag has a colon
            return passes.test(word.substring(0, colon), word.substring(colon + 1));
        });
    }

    /** Files that were not parsed, by reason, each ascending. */
    public Map<String, int[]> skipped() {
        return StoreFailures.noticed(() -> {
            var found = new HashMap<String, int[]>();
            forEach(SKIPPED, "", (reason, ids) -> found.put(reason, Postings.decode(ids)));
            return found;
        });
    }

    /** Files in which syntax errors may hide something, ascending. */
    public int[] incomplete() {
        return files(INCOMPLETE);
    }

    private int[] files(String term) {
        byte[] found = StoreFailures.noticed(() -> terms.get(term));
        return found == null ? new int[0] : Postings.decode(found);
    }

    private BitSet files(String namespace, String prefix, Predicate<String> passes) {
        var found = new BitSet();
        return StoreFailures.noticed(() -> {
            forEach(namespace, prefix, (word, ids) -> {
                if (passes.test(word)) {
                    for (int id : Postings.decode(ids)) {
                        found.set(id);
                    }
                }
            });
            return found;
        });
    }

    private void forEach(String namespace, String prefix, BiConsumer<String, byte[]> each) {
        var cursor = terms.cursor(namespace + prefix);
        while (cursor.hasNext()) {
            String term = cursor.next();
            if (!term.startsWith(namespace) || !term.startsWith(prefix, namespace.length())) {
                return;
            }
            each.accept(term.substring(namespace.length()), cursor.getValue());
        }
    }

    /** Terms of files that are being added, with ascending numbers for each. Confined to a writer. */
    static final class Added {
        private final Map<String, List<Integer>> files = new TreeMap<>();

        /** Notes the terms of a file, whose number is greater than all before. */
        void note(int id, FileFacts facts) {
            termsOf(facts, term -> {
                List<Integer> ids = files.computeIfAbsent(term, key -> new ArrayList<>(2));
                if (ids.isEmpty() || ids.getLast() != id) {
                    ids.add(id);
                }
            });
        }
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
        if (!facts.gaps().isEmpty()) {
            each.accept(INCOMPLETE);
        }
    }

    /** Adds the terms of files. */
    void add(Added added) {
        added.files.forEach((term, more) -> terms.put(
                term,
                Postings.append(
                        terms.get(term),
                        more.stream().mapToInt(Integer::intValue).toArray())));
    }

    /** Removes files from all terms. */
    void remove(BitSet gone) {
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
    }
}
