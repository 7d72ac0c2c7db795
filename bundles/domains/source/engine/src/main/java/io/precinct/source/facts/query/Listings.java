package io.precinct.source.facts.query;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.Item;
import io.precinct.source.api.Symbol;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.facts.index.CommitIndex.Slot;
import io.precinct.source.pattern.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lists of declarations and of annotations, as far as a file is concerned. */
public final class Listings {
    private Listings() {}

    /**
     * Declarations.
     *
     * @param name pattern, with {@code *} for anything; null for any
     * @param kinds wanted ones, by language; null for any
     */
    public record Symbols(@Nullable String name, @Nullable Map<String, Set<String>> kinds)
            implements PageCollector.Listing<Declaration, Symbol> {
        @Override
        public @Nullable String onlyName() {
            return name == null || name.indexOf('*') >= 0 ? null : name;
        }

        private boolean means(String each) {
            return name == null || Glob.matches(name, each);
        }

        @Override
        public List<Declaration> of(Slot slot, FileFacts facts) {
            Set<String> meant = kinds == null ? null : kinds.getOrDefault(slot.language(), Set.of());
            var found = new ArrayList<Declaration>(4);
            for (Declaration symbol : facts.symbols()) {
                if ((meant == null || meant.contains(symbol.kind())) && means(symbol.name())) {
                    found.add(symbol);
                }
            }
            return found;
        }

        @Override
        public int start(Declaration one) {
            return one.start();
        }

        @Override
        public Symbol show(Declaration one, PageCollector.Shown file) {
            return new Symbol(file.item(one.kind(), one.name(), one.container(), one.start(), one.end()));
        }
    }

    /** Annotations that match a pattern. */
    public record Annotations(AnnotationPattern pattern) implements PageCollector.Listing<Note, Annotation> {
        @Override
        public boolean byLines() {
            return true;
        }

        @Override
        public List<Note> of(Slot slot, FileFacts facts) {
            return facts.annotations().stream()
                    .filter(note -> pattern.matches(note.tag(), note.id()))
                    .toList();
        }

        @Override
        public int start(Note one) {
            return one.markStart();
        }

        @Override
        public Annotation show(Note one, PageCollector.Shown file) {
            Item item = file.item(one.kind(), one.name(), one.container(), one.start(), one.end());
            return new Annotation(
                    one.tag(),
                    one.id(),
                    one.revision(),
                    file.span(one.markStart(), one.markEnd(), one.markStart()),
                    file.span(one.commentStart(), one.commentEnd(), one.markStart()),
                    item,
                    one.association());
        }
    }
}
