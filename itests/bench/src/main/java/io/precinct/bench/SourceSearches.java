package io.precinct.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Measures the search for text over about 100,000 files, which are eleven copies of the corpus, each with a different
 * additional line: answers, compared with ripgrep over the same files and with git grep over the same commit, and the
 * cost of the index.
 */
record SourceSearches(Workplace workplace, SourceCorpus corpus, Path work, Path ripgrep) {
    private static final int COPIES = 11;
    private static final int WARMING = 300;
    private static final int MEASURED = 500;
    private static final int FLOORS = 5;

    /** The repository, for which Java is no language, so that nothing is parsed. */
    private static final String REPOSITORY = "  wide: {url: \"%s\", refresh: 0, grammars: [css]}\n";

    void report(Table table) throws Exception {
        Path files = Files.createDirectories(work.resolve("wide"));
        Path repository = work.resolve("wide.git");
        long bytes = make(files, repository);
        List<String> words = words();
        Path data = workplace.folder("wide");
        String repos = REPOSITORY.formatted(repository);
        try (var service = SourceService.of(workplace, repos, data)) {
            untilIdle(service);
        }
        Path index = SourceService.cache(data).resolve("texts");
        double with = start(repos, data);
        long size = size(index);
        Workplace.delete(index);
        double without = start(repos, data);
        int count = COPIES * corpus.paths().size();
        try (var service = SourceService.of(workplace, repos, data)) {
            untilIdle(service);
            answers(table, service, words, files, repository);
            table.row("search, RSS after these, MB", "", service.process().residentBytes() / 1e6, "", "≤ 600");
        }
        table.row("index of texts, CPU ms a file", "", (without - with) * 1000 / count, "", "");
        table.row("index of texts, MB, of the texts", bytes / 1e6, size / 1e6, (double) size / bytes, "≤ 1");
        table.note(
                "Search: %,d files, %.0f MB; %d different literals by one client, CPU of ripgrep and git grep for %d of them."
                        .formatted(count, bytes / 1e6, MEASURED, FLOORS));
    }

    private double start(String repos, Path data) throws Exception {
        try (var service = SourceService.of(workplace, repos, data)) {
            untilIdle(service);
            return service.cpu();
        }
    }

    private void answers(Table table, SourceService service, List<String> words, Path files, Path repository)
            throws Exception {
        millis(service, words.subList(0, WARMING));
        double before = service.cpu();
        List<Double> millis = millis(service, words.subList(WARMING, WARMING + MEASURED));
        double own = (service.cpu() - before) / MEASURED;
        var greps = new ArrayList<Double>();
        var rgs = new ArrayList<Double>();
        for (String word : words.subList(WARMING, WARMING + FLOORS)) {
            rgs.add(SourceFloors.cpu(
                    Path.of("/dev/null"), List.of(ripgrep.toString(), "-F", "-n", word, files.toString())));
            greps.add(SourceFloors.cpu(
                    Path.of("/dev/null"),
                    List.of("git", "-C", repository.toString(), "grep", "-F", "-n", word, "main")));
        }
        double rg = Workplace.median(rgs);
        double grep = Workplace.median(greps);
        table.row("search for a literal, CPU s, of ripgrep", rg, own, own / rg, "≤ 0.1");
        table.row("search for a literal, CPU s, of git grep", grep, own, own / grep, "");
        table.row("search for a literal, p50 ms, 1 client", "", millis.get(MEASURED / 2), "", "≤ 10");
        table.row("search for a literal, p99 ms, 1 client", "", millis.get(MEASURED * 99 / 100), "", "");
    }

    /** The times of the searches, sorted. */
    private static List<Double> millis(SourceService service, List<String> words) {
        List<Double> millis = new ArrayList<>();
        for (String word : words) {
            long began = System.nanoTime();
            service.http().get("/search?q=" + word).ok();
            millis.add((System.nanoTime() - began) / 1e6);
        }
        Collections.sort(millis);
        return millis;
    }

    /** Names of classes, each only once, so that no answer comes from a cache. */
    private List<String> words() {
        List<String> words = new ArrayList<>(corpus.paths().stream()
                .map(SourceBench::stem)
                .filter(stem -> stem.matches("\\w{4,}"))
                .distinct()
                .toList());
        Collections.shuffle(words, new Random(9));
        return words.subList(0, WARMING + MEASURED);
    }

    /** Copies the corpus into a folder and a bare repository; returns the size of its files in bytes. */
    private long make(Path files, Path repository) throws Exception {
        SourceCorpus.execute(List.of("git", "init", "-q", "--bare", "-b", "main", repository.toString()));
        Process git = new ProcessBuilder("git", "-C", repository.toString(), "fast-import", "--quiet")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long bytes = 0;
        try (OutputStream out = new BufferedOutputStream(git.getOutputStream(), 1 << 20)) {
            SourceCorpus.write(out, "commit refs/heads/main\ncommitter bench <bench@localhost> 1700000000 +0000\n");
            SourceCorpus.data(out, "copies".getBytes(StandardCharsets.UTF_8));
            for (String path : corpus.paths()) {
                String text = Files.readString(corpus.folder().resolve(path), StandardCharsets.UTF_8);
                for (int copy = 0; copy < COPIES; copy++) {
                    byte[] content = (text + "// copy " + copy + "\n").getBytes(StandardCharsets.UTF_8);
                    bytes += content.length;
                    Path file = files.resolve("copy" + copy).resolve(path);
                    Files.createDirectories(file.getParent());
                    Files.write(file, content);
                    SourceCorpus.write(out, "M 100644 inline copy" + copy + "/" + path + "\n");
                    SourceCorpus.data(out, content);
                }
            }
        }
        if (git.waitFor() != 0) {
            throw new IllegalStateException("git fast-import failed with " + git.exitValue());
        }
        return bytes;
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    /** Waits until the repository is ready, its texts are in the index, and the process has been idle for a while. */
    private static void untilIdle(SourceService service) throws InterruptedException {
        double last = -1;
        while (true) {
            double now = service.cpu();
            boolean ready = service.http().get("/repos").text().contains("\"state\":\"ready\"")
                    && service.http()
                            .get("/metrics")
                            .text()
                            .contains("precinct_source_texts_waiting{repository=\"wide\"} 0");
            if (ready && last >= 0 && now - last < 0.15) {
                return;
            }
            last = now;
            Thread.sleep(3000);
        }
    }
}
