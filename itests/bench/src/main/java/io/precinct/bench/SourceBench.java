package io.precinct.bench;

import io.precinct.itests.support.Http;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Measures live source on about 9,000 Java files of the JDK: the CPU of extracting all facts, compared with tree-sitter
 * called from C and with ast-grep; of a query with a literal, compared with ast-grep; of a refresh; of answers,
 * compared with raw Jetty; memory; restarts.
 */
final class SourceBench implements Main.Bench {
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 5);
    private static final int CHANGED = 100;

    /** Whether only the search for text is measured. */
    private static final boolean SEARCH_ONLY = Boolean.getBoolean("bench.search");

    /** The calls to search for. Each is searched only once, so that no answer comes from a cache. */
    private static final List<String> CALLS = List.of(
            "computeIfAbsent",
            "arraycopy",
            "getSimpleName",
            "setAccessible",
            "availableProcessors",
            "getComponentType",
            "newInstance");

    private final Table table = new Table("source", "floor", "product", "ratio", "aim");

    @Override
    public Table run(Workplace workplace) throws Exception {
        Path work = workplace.folder("source");
        SourceFloors floors = SourceFloors.make(
                Workplace.kept("bench/downloads"),
                work,
                workplace.distribution().home());
        SourceCorpus corpus = SourceCorpus.make(work);
        if (!SEARCH_ONLY) {
            facts(workplace, floors, corpus, work);
        }
        new SourceSearches(workplace, corpus, work, floors.ripgrep()).report(table);
        return table;
    }

    private void facts(Workplace workplace, SourceFloors floors, SourceCorpus corpus, Path work) throws Exception {
        Path data = workplace.folder("data");
        try (var service = SourceService.start(workplace, corpus.repository(), data)) {
            long files = service.settle(knowable(corpus), null).misses();
            table.note("%d files, %.1f MB, of the JDK's own sources; facts of %d."
                    .formatted(corpus.paths().size(), corpus.bytes() / 1e6, files));
        }
        extraction(workplace, floors, corpus, data, work);
        try (var service = SourceService.start(workplace, corpus.repository(), data)) {
            service.settle(knowable(corpus), null);
            queries(floors, corpus, service);
            new SourceAnswers(workplace, corpus, service).report(table);
            refresh(corpus, service);
            table.row("RSS after all of the above, MB", "", service.process().residentBytes() / 1e6, "", "≤ 600");
        }
        restarts(workplace, corpus, data);
        table.note("CPU in seconds; medians. Extraction: a start without cache until all facts are known,"
                + " less a start with them, interleaved with the floors, " + ROUNDS + " rounds.");
    }

    // The number of files that have facts; files larger than the limit of parsing have none.
    private static int knowable(SourceCorpus corpus) {
        return (int) corpus.paths().stream()
                .filter(path -> corpus.folder().resolve(path).toFile().length() < 4 << 20)
                .count();
    }

    private void extraction(Workplace workplace, SourceFloors floors, SourceCorpus corpus, Path data, Path work)
            throws Exception {
        Path list = corpus.list(work.resolve("list"));
        List<Double> parsed = new ArrayList<>();
        List<Double> scanned = new ArrayList<>();
        List<Double> own = new ArrayList<>();
        List<Double> peaks = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            parsed.add(floors.parseAndQuery(list));
            scanned.add(floors.scan(corpus.folder(), work));
            double idle = start(workplace, corpus, data, new ArrayList<>());
            Workplace.delete(SourceService.cache(data));
            double cold = start(workplace, corpus, data, peaks);
            System.err.printf("extraction: %.2f s with, %.2f s without cache%n", idle, cold);
            own.add(cold - idle);
        }
        double c = Workplace.median(parsed);
        double astGrep = Workplace.median(scanned);
        double product = Workplace.median(own);
        table.row("extraction, CPU, of C parse and query", c, product, product / c, c <= astGrep ? "≤ 1.3" : "");
        table.row("extraction, CPU, of ast-grep", astGrep, product, product / astGrep, astGrep < c ? "≤ 1.3" : "");
        table.row("RSS after extraction, MB", "", Workplace.median(peaks), "", "≤ 600");
    }

    /** CPU seconds from exec until all facts are known. */
    private static double start(Workplace workplace, SourceCorpus corpus, Path data, List<Double> megabytes)
            throws Exception {
        try (var service = SourceService.start(workplace, corpus.repository(), data)) {
            service.settle(knowable(corpus), null);
            megabytes.add(service.process().residentBytes() / 1e6);
            return service.cpu();
        }
    }

    private void queries(SourceFloors floors, SourceCorpus corpus, SourceService service) throws Exception {
        List<Double> floor = new ArrayList<>();
        List<Double> own = new ArrayList<>();
        int failed = 0;
        for (String call : CALLS) {
            floor.add(floors.search(corpus.folder(), "$R." + call + "($$$A)"));
            double before = service.cpu();
            Http.Answer answer = service.http().post("/repos/jdk/query?limit=1000", """
                    {"lang":"java","query":"((method_invocation name: (identifier) @call) @whole (#eq? @call \\"%s\\"))"}
                    """.formatted(call));
            own.add(service.cpu() - before);
            System.err.println(call + ": answered " + answer.status() + ", CPU " + own.getLast());
            failed += answer.status() == 200 ? 0 : 1;
        }
        double ratio = Workplace.median(own) / Workplace.median(floor);
        String what =
                "query with a literal, CPU s, of ast-grep" + (failed > 0 ? ", " + failed + " without answer" : "");
        table.row(what, Workplace.median(floor), Workplace.median(own), ratio, "≤ 0.3");
    }

    private void refresh(SourceCorpus corpus, SourceService service) throws Exception {
        List<Double> own = new ArrayList<>();
        var random = new Random(3);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> changed = random.ints(0, corpus.paths().size())
                    .distinct()
                    .limit(CHANGED)
                    .mapToObj(corpus.paths()::get)
                    .toList();
            corpus.commit(changed, "// changed " + round + "\n", "Change " + round);
            String commit = String.valueOf(service.repository().get("commit"));
            long misses = service.settle(knowable(corpus), null).misses();
            double before = service.cpu();
            service.http().send("POST", "/repos/jdk/refresh?wait=true", null).ok();
            long parsed = parsed(service, corpus, commit, misses);
            own.add(service.cpu() - before);
            if (parsed != CHANGED) {
                throw new IllegalStateException(CHANGED + " files changed and " + parsed + " were parsed");
            }
        }
        table.row("refresh of " + CHANGED + " changed files, CPU s", "", Workplace.median(own), "", "≤ 1");
    }

    // Parsing begins a moment after the answer. Waits for its beginning first, so that the idle time before it is not
    // mistaken for its end.
    private static long parsed(SourceService service, SourceCorpus corpus, String before, long misses)
            throws Exception {
        long deadline = System.nanoTime() + 30_000_000_000L;
        long parsed = 0;
        while (parsed < CHANGED && System.nanoTime() < deadline) {
            parsed = service.settle(knowable(corpus), before).misses() - misses;
        }
        return parsed;
    }

    private void restarts(Workplace workplace, SourceCorpus corpus, Path data) throws Exception {
        int starts = Integer.getInteger("bench.starts", 20);
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < starts; i++) {
            try (var service = SourceService.start(workplace, corpus.repository(), data)) {
                long ready = System.nanoTime();
                String name = "/repos/jdk/symbols?kind=class&name="
                        + stem(corpus.paths().get(17 * (i + 1)));
                Http.Answer answer = service.http().get(name);
                while (answer.status() == 503) {
                    answer = service.http().get(name);
                }
                millis.add((System.nanoTime() - ready) / 1e6);
                service.items(answer);
                long misses = service.settle(knowable(corpus), null).misses();
                if (misses != 0) {
                    throw new IllegalStateException(misses + " files were parsed again after a restart");
                }
            }
        }
        System.err.println("first look-ups: " + millis);
        table.row("first look-up after ready, ms, " + starts + " starts", "", Workplace.median(millis), "", "300");
    }

    /** The name of a file without folders and extension: the name of its class. */
    static String stem(String path) {
        return path.substring(path.lastIndexOf('/') + 1, path.length() - ".java".length());
    }
}
