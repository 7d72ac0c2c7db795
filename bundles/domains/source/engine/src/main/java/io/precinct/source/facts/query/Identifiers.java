package io.precinct.source.facts.query;

import io.precinct.source.api.Item;
import io.precinct.source.api.Reference;
import io.precinct.source.api.SourceFault;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.source.facts.index.CommitIndex;
import io.precinct.source.facts.index.CommitIndex.Slot;
import io.precinct.source.parse.AcquiredLanguage;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
        return with(facts, places(position, slot)).stream().filter(meant).toList();
    }

    /** First bytes of the identifiers, ascending. */
    private List<Integer> places(int position, Slot slot) {
        Engine engine = opening.engine();
        try (AcquiredLanguage language = engine.acquire(slot.language())) {
            return language == null ? List.of() : opening.files(index, language).identifiers(position, name);
        } catch (Stopped e) {
            if (e.reason().equals("crashed")) {
                failed.put(position, e.reason());
                return List.of();
            }
            throw SourceFault.of(
                    504, "query_timeout", "the files that hold " + name + " took too long to parse; narrow path");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SourceFault.of(503, "interrupted", "the request was given up while files were parsed for it");
        }
    }

    /** Takes the first identifier of a declaration of this name as its name. */
    private List<Found> with(FileFacts facts, List<Integer> places) {
        Set<Integer> names = new HashSet<>();
        for (Declaration each : facts.symbols()) {
            if (each.name().equals(name)) {
                places.stream()
                        .filter(at -> at >= each.start() && at < each.end() && !names.contains(at))
                        .findFirst()
                        .ifPresent(names::add);
            }
        }
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        return places.stream()
                .map(at -> new Found(
                        at, at + length, names.contains(at), container(facts.symbols(), at, names.contains(at))))
                .toList();
    }

    /** The innermost declaration around a position, except the one whose name stands there. */
    private @Nullable String container(List<Declaration> symbols, int at, boolean declared) {
        Stream<Declaration> around = symbols.stream().filter(each -> each.start() <= at && at < each.end());
        Declaration inner = around.filter(each -> !declared || !each.name().equals(name))
                .reduce((one, other) -> other.start() >= one.start() && other.end() <= one.end() ? other : one)
                .orElse(null);
        return inner == null ? null : FileFacts.path(inner.container(), inner.name());
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
    public int length(Found one) {
        return one.end() - one.start();
    }

    @Override
    public Reference show(Found one, PageCollector.Shown file) {
        Item item = file.item(null, name, one.container(), one.start(), one.end());
        return new Reference(item, one.declaration());
    }
}
