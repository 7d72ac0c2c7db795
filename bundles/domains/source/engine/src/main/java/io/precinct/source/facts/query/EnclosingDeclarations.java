package io.precinct.source.facts.query;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.source.facts.extraction.LoopWatch;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the innermost declarations around ascending places of a file. It passes once over the declarations: those that
 * have begun wait in the order of their ends. Confined to a request.
 */
final class EnclosingDeclarations {
    private final List<Declaration> symbols;
    private final LoopWatch watch;
    /** Positions in the list of those that have begun; of those with the same end, the inner one comes first. */
    private final PriorityQueue<Integer> open;

    private int next;

    /** @param symbols in the order of the text, outer ones first */
    EnclosingDeclarations(List<Declaration> symbols, LoopWatch watch) {
        this.symbols = symbols;
        this.watch = watch;
        this.open = new PriorityQueue<>(
                Comparator.comparingInt((Integer at) -> symbols.get(at).end())
                        .thenComparing(Comparator.reverseOrder()));
    }

    /**
     * The innermost declaration around a place, or null.
     *
     * @param place not before the last one
     */
    @Nullable
    Declaration around(int place) throws Stopped {
        for (; next < symbols.size() && symbols.get(next).start() <= place; next++) {
            watch.step();
            open.add(next);
        }
        while (!open.isEmpty() && symbols.get(open.element()).end() <= place) {
            watch.step();
            open.remove();
        }
        return open.isEmpty() ? null : symbols.get(open.element());
    }
}
