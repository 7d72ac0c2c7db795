package io.precinct.source.facts.index;

import io.precinct.source.api.SourceFault;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.index.CommitIndex.Slot;
import io.precinct.source.facts.index.FileParser.Outcome;
import io.precinct.source.facts.store.FactStore.Parsed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Makes facts of files known, each blob once however many threads ask for it at the same time. Thread-safe. */
public final class Parses {
    private static final int CHUNK = 64;
    /** Files per chunk if nobody waits for them: garbage collection during such work makes requests wait. */
    private static final int BACKGROUND_CHUNK = 16;

    /** Files that the parser is asked for at once; between two pieces, what was found may be added. */
    private static final int PIECE = BACKGROUND_CHUNK;
    /** After this time, what a chunk has found is added before its end, so that it outlasts the process. */
    private static final Duration ADDED_AFTER = Duration.ofMillis(500);

    private static final int MOST_FAILURES = 10_000;

    private final Engine engine;
    private final FileParser parser;
    private final Map<Blob, CompletableFuture<Boolean>> claims = new ConcurrentHashMap<>();
    private final Map<Blob, String> failures = new ConcurrentHashMap<>();

    public Parses(Engine engine, FileParser parser) {
        this.engine = engine;
        this.parser = parser;
    }

    private record Blob(String id, int grammar) {}

    /** A blob to be parsed and its positions in the commit; the claim tells whether it had its turn. */
    private record Wanted(Blob blob, Slot slot, List<Integer> positions, CompletableFuture<Boolean> claim) {}

    /** Forgets which files failed; they may succeed with another grammar. */
    void retryFailures() {
        failures.clear();
    }

    /**
     * Makes the facts of files known, or why there are none.
     *
     * @param positions in the index
     * @param givenUp whether to leave files alone that are not begun
     */
    void ensure(CommitIndex index, List<Integer> positions, Counters counters, BooleanSupplier givenUp)
            throws InterruptedException {
        ensure(index, positions, counters, givenUp, CHUNK, ParsePace.Part::run);
    }

    /** The same if nobody waits for it. */
    void ensure(CommitIndex index, List<Integer> positions, Counters counters, BooleanSupplier givenUp, ParsePace pace)
            throws InterruptedException {
        ensure(index, positions, counters, givenUp, BACKGROUND_CHUNK, pace::run);
    }

    /** Runs a part now or later. */
    private interface Pace {
        void run(ParsePace.Part part) throws InterruptedException;
    }

    private void ensure(
            CommitIndex index, List<Integer> positions, Counters counters, BooleanSupplier givenUp, int size, Pace pace)
            throws InterruptedException {
        List<Integer> unknown =
                positions.stream().filter(position -> !index.isKnown(position)).toList();
        int chunks = (unknown.size() + size - 1) / size;
        if (chunks <= 1) {
            pace.run(() -> chunk(index, unknown, counters));
            return;
        }
        var next = new AtomicInteger();
        try (ExecutorService threads = AheadThreads.executor("source-facts")) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < Math.min(chunks, engine.parallelism() + 1); i++) {
                running.add(threads.submit(() -> {
                    for (int n = next.getAndIncrement();
                            n < chunks && !givenUp.getAsBoolean();
                            n = next.getAndIncrement()) {
                        int from = n * size;
                        List<Integer> part = unknown.subList(from, Math.min(unknown.size(), from + size));
                        pace.run(() -> chunk(index, part, counters));
                    }
                    return next;
                }));
            }
            await(running, threads, () -> next.set(chunks));
        }
    }

    private static void await(List<Future<?>> running, ExecutorService threads, Runnable end)
            throws InterruptedException {
        try {
            for (Future<?> each : running) {
                each.get();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            throw e;
        } catch (ExecutionException e) {
            // Without interruption, which would close the store under everybody.
            end.run();
            throw unwrapped(e);
        }
    }

    /** Rethrows what another thread threw, as if this one had thrown it. */
    public static RuntimeException unwrapped(ExecutionException e) throws InterruptedException {
        switch (e.getCause()) {
            case InterruptedException interrupted -> throw interrupted;
            case SourceFault fault -> throw fault;
            case DamagedFacts damaged -> throw new DamagedFacts(String.valueOf(damaged.getMessage()), damaged);
            case OutdatedIndex outdated -> throw outdated;
            case Error error -> throw error;
            case null, default -> {
                return new IllegalStateException(e.getCause());
            }
        }
    }

    private void chunk(CommitIndex index, List<Integer> positions, Counters counters) throws InterruptedException {
        List<Integer> left = positions;
        while (!left.isEmpty()) {
            var mine = new LinkedHashMap<Blob, Wanted>();
            var others = new LinkedHashMap<Integer, CompletableFuture<Boolean>>();
            try {
                claim(index, left, mine, others);
                parse(index, List.copyOf(mine.values()), counters);
            } finally {
                mine.values().forEach(wanted -> {
                    claims.remove(wanted.blob(), wanted.claim());
                    wanted.claim().complete(true);
                });
            }
            left = new ArrayList<>();
            for (var other : others.entrySet()) {
                if (hadTurn(other.getValue())) {
                    left.add(other.getKey());
                } else {
                    // Waiting again, for one after the other, would cost this question the same time for each.
                    index.postpone(other.getKey(), "timeout");
                }
            }
        }
    }

    private static boolean hadTurn(CompletableFuture<Boolean> other) throws InterruptedException {
        try {
            return other.get();
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    /** Finds the files that nobody else is parsing, and those that became known meanwhile. */
    private void claim(
            CommitIndex index,
            List<Integer> positions,
            Map<Blob, Wanted> mine,
            Map<Integer, CompletableFuture<Boolean>> others) {
        for (int position : positions) {
            var slot = index.slot(position);
            if (slot == null || index.isKnown(position)) {
                continue;
            }
            var blob = new Blob(index.file(position).blob(), slot.number());
            Wanted wanted = mine.get(blob);
            if (wanted != null) {
                wanted.positions().add(position);
                continue;
            }
            var claim = new CompletableFuture<Boolean>();
            CompletableFuture<Boolean> other = claims.putIfAbsent(blob, claim);
            if (other != null) {
                others.put(position, other);
                continue;
            }
            wanted = new Wanted(blob, slot, new ArrayList<>(List.of(position)), claim);
            mine.put(blob, wanted);
            int known = index.store().find(blob.id(), blob.grammar());
            String failure = failures.get(blob);
            if (known >= 0 && index.store().holds(known)) {
                index.know(position, known);
            } else if (failure != null) {
                index.fail(position, failure);
            }
        }
    }

    /** Facts that are not added yet, and their files. */
    private record Found(List<Parsed> facts, List<Wanted> files) {
        void note(Wanted file, FileFacts its) {
            facts.add(new Parsed(file.blob().id(), file.blob().grammar(), its));
            files.add(file);
        }

        void addTo(CommitIndex index) {
            int[] ids = facts.isEmpty() ? new int[0] : index.store().add(facts);
            for (int i = 0; i < ids.length; i++) {
                index.know(files.get(i).positions().getFirst(), ids[i]);
            }
            facts.clear();
            files.clear();
        }
    }

    private void parse(CommitIndex index, List<Wanted> claimed, Counters counters) throws InterruptedException {
        var found = new Found(new ArrayList<>(claimed.size()), new ArrayList<>(claimed.size()));
        long added = System.nanoTime();
        for (var each : byLanguage(index, claimed).entrySet()) {
            List<Wanted> files = each.getValue();
            for (int from = 0; from < files.size(); from += PIECE) {
                parse(index, each.getKey(), files.subList(from, Math.min(files.size(), from + PIECE)), counters, found);
                if (System.nanoTime() - added > ADDED_AFTER.toNanos()) {
                    found.addTo(index);
                    added = System.nanoTime();
                }
            }
        }
        found.addTo(index);
        for (Wanted each : claimed) {
            share(index, each);
            counters.done(each.positions().size());
        }
    }

    private void parse(CommitIndex index, Slot slot, List<Wanted> files, Counters counters, Found found)
            throws InterruptedException {
        List<Outcome> outcomes = parser.parse(
                index, slot, files.stream().map(file -> file.blob().id()).toList());
        for (int i = 0; i < files.size(); i++) {
            FileFacts facts = outcomes.get(i).facts();
            if (!outcomes.get(i).reason().equals(Blobs.TOO_LARGE)) {
                counters.misses.increment();
            }
            if (facts == null) {
                fail(index, files.get(i), outcomes.get(i));
            } else {
                found.note(files.get(i), facts);
            }
        }
    }

    private void fail(CommitIndex index, Wanted file, Outcome outcome) {
        if (!outcome.hadTurn()) {
            file.positions().forEach(position -> index.postpone(position, outcome.reason()));
            file.claim().complete(false);
            return;
        }
        if (!outcome.reason().equals(Blobs.TOO_LARGE) && failures.size() < MOST_FAILURES) {
            failures.put(file.blob(), outcome.reason());
        }
        file.positions().forEach(position -> index.fail(position, outcome.reason()));
    }

    /** A blob at several paths becomes known at all of them. */
    private static void share(CommitIndex index, Wanted wanted) {
        int id = index.id(wanted.positions().getFirst());
        if (id >= 0) {
            wanted.positions().forEach(position -> index.know(position, id));
        }
    }

    /** The files still to be parsed. */
    private static Map<Slot, List<Wanted>> byLanguage(CommitIndex index, List<Wanted> claimed) {
        return claimed.stream()
                .filter(each -> !index.isKnown(each.positions().getFirst()))
                .collect(Collectors.groupingBy(Wanted::slot, LinkedHashMap::new, Collectors.toList()));
    }
}
