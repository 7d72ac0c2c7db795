package io.precinct.source.facts.query;

import io.precinct.source.api.Item;
import io.precinct.source.api.Reference;
import io.precinct.source.api.SourceFault;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.source.facts.extraction.LoopWatch;
import io.precinct.source.facts.index.CommitIndex;
import io.precinct.source.facts.index.CommitIndex.Slot;
import io.precinct.source.parse.AcquiredLanguage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds the identifiers of a name in syntax trees. Confined to a request. */
final class Identifiers implements PageCollector.Listing<Identifiers.Found, Reference> {
    private final Queries.Opening opening;
    private final CommitIndex index;
    private final String name;
    private final @Nullable String lang;
    private final Predicate<Found> meant;
    private final SortedMap<Integer, String> failed = new TreeMap<>();

    /**
     * @param lang only files of this language; null for all
     * @param meant which of the found ones are listed
     */
    Identifiers(
            Queries.Opening opening, CommitIndex index, String name, @Nullable String lang, Predicate<Found> meant) {
        this.opening = opening;
        this.index = index;
        this.name = name;
        this.lang = lang;
        this.meant = meant;
    }

    /**
     * An identifier.
     *
     * @param container full path of the names that enclose it, or null at the top
     */
    record Found(
            int start,
            int end,
            boolean declaration,
            @Nullable String container) {}

    @Override
    public List<Found> of(Slot slot, FileFacts facts) {
        throw new IllegalStateException("a syntax tree belongs to a file");
    }

    @Override
    public List<Found> of(int position, Slot slot, FileFacts facts) {
        if (facts.skipped() != null || (lang != null && !lang.equals(slot.language()))) {
            return List.of();
        }
        try {
            return with(facts, places(position, slot)).stream().filter(meant).toList();
        } catch (Stopped e) {
            throw Thread.currentThread().isInterrupted()
                    ? interrupted()
                    : SourceFault.of(
                            504, "query_timeout", "the files that hold " + name + " took too long; narrow path");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted();
        }
    }

    private static SourceFault interrupted() {
        return SourceFault.of(503, "interrupted", "the request was given up while files were searched for it");
    }

    /** First bytes of the identifiers, ascending. */
    private List<Integer> places(int position, Slot slot) throws Stopped, InterruptedException {
        Engine engine = opening.engine();
        try (AcquiredLanguage language = engine.acquire(slot.language())) {
            if (language == null) {
                throw index.outdated(slot.language());
            }
            return opening.files(index, language).identifiers(position, name);
        } catch (Stopped e) {
            if (!e.reason().equals("crashed")) {
                throw e;
            }
            failed.put(position, e.reason());
            return List.of();
        }
    }

    /** The identifiers at some places of a file. */
    private List<Found> with(FileFacts facts, List<Integer> places) throws Stopped {
        LoopWatch watch = opening.limit().watch();
        BitSet names = names(facts.symbols(), places, watch);
        var all = new EnclosingDeclarations(facts.symbols(), watch);
        // A declaration does not enclose its own name, nor do those of the same name around it.
        var others = new EnclosingDeclarations(
                facts.symbols().stream()
                        .filter(each -> !each.name().equals(name))
                        .toList(),
                watch);
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        var found = new ArrayList<Found>(places.size());
        for (int i = 0; i < places.size(); i++) {
            watch.step();
            int at = places.get(i);
            Declaration inner = (names.get(i) ? others : all).around(at);
            String container = inner == null ? null : FileFacts.path(inner.container(), inner.name());
            found.add(new Found(at, at + length, names.get(i), container));
        }
        return found;
    }

    /**
     * Which of the places are names of declarations: of each declaration of this name, the first place in it that no
     * earlier one has taken.
     */
    private BitSet names(List<Declaration> symbols, List<Integer> places, LoopWatch watch) throws Stopped {
        var names = new BitSet(places.size());
        for (Declaration each : symbols) {
            watch.step();
            if (each.name().equals(name)) {
                int from = Collections.binarySearch(places, each.start());
                int free = names.nextClearBit(from < 0 ? -from - 1 : from);
                if (free < places.size() && places.get(free) < each.end()) {
                    names.set(free);
                }
            }
        }
        return names;
    }

    @Override
    public SortedMap<Integer, String> failed() {
        return failed;
    }

    @Override
    public int start(Found one) {
        return one.start();
    }

    @Override
    public Reference show(Found one, PageCollector.Shown file) {
        Item item = file.item(null, name, one.container(), one.start(), one.end());
        return new Reference(item, one.declaration());
    }
}
