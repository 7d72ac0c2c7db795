package io.precinct.bench;

import io.precinct.bench.RawJetty.Pool;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures look-ups of symbols by name and of ranges of files, each compared with raw Jetty that answers the same
 * bytes.
 */
record SourceAnswers(Workplace workplace, SourceCorpus corpus, SourceService service) {
    private static final int DIFFERENT = 200;
    private static final int ROUNDS = 5;
    private static final int CLIENTS = 8;
    private static final double SECONDS = 3;

    void report(Table table) throws Exception {
        compare(table, "symbol by name", symbols(), 3);
        compare(table, "range of 40 lines", ranges(), 20);
    }

    private List<String> symbols() {
        var random = new Random(5);
        List<String> targets = new ArrayList<>();
        while (targets.size() < DIFFERENT) {
            String path = corpus.paths().get(random.nextInt(corpus.paths().size()));
            if (targets.size() % 2 == 0) {
                targets.add("/repos/jdk/symbols?kind=class&name=" + SourceBench.stem(path));
            } else {
                List<?> methods =
                        service.items(service.http().get("/repos/jdk/symbols?kind=method&limit=1&path=" + path));
                if (!methods.isEmpty()) {
                    targets.add("/repos/jdk/symbols?kind=method&name=" + ((Map<?, ?>) methods.getFirst()).get("name"));
                }
            }
        }
        return targets;
    }

    private List<String> ranges() throws Exception {
        var random = new Random(6);
        List<String> targets = new ArrayList<>();
        while (targets.size() < DIFFERENT) {
            String path = corpus.paths().get(random.nextInt(corpus.paths().size()));
            int lines = (int) Files.readString(corpus.folder().resolve(path), StandardCharsets.UTF_8)
                    .lines()
                    .count();
            int from = 1 + random.nextInt(Math.max(1, lines - 40));
            targets.add("/repos/jdk/files/" + path + "?from=" + from + "&to=" + (from + 39));
        }
        return targets;
    }

    private void compare(Table table, String what, List<String> targets, int aim) throws Exception {
        Path recorded = workplace.folder("recorded");
        for (int n = 0; n < targets.size(); n++) {
            Http.Answer answer = service.http()
                    .get(targets.get(n), "Accept", "application/json")
                    .ok();
            RawJetty.record(recorded, String.valueOf(n), answer);
        }
        List<byte[]> own = targets.stream().map(SourceAnswers::request).toList();
        List<byte[]> floor = new ArrayList<>();
        for (int n = 0; n < targets.size(); n++) {
            floor.add(request("/" + n));
        }
        try (ServerProcess jetty = workplace.floor(RawJetty.class, Pool.VIRTUAL.name(), recorded.toString())) {
            median(table, what + ", p50 ms, 1 client", 1, 0.5, jetty, floor, own, "≤ 2 ×");
            median(table, what + ", p99 ms, " + CLIENTS + " clients", CLIENTS, 0.99, jetty, floor, own, aim + " ms");
        }
    }

    private void median(
            Table table,
            String what,
            int clients,
            double share,
            ServerProcess jetty,
            List<byte[]> floorRequests,
            List<byte[]> ownRequests,
            String aim)
            throws Exception {
        var theirs = new LoadClients(jetty.url(), clients, n -> floorRequests.get(n % floorRequests.size()));
        var ours = new LoadClients(service.process().url(), clients, n -> ownRequests.get(n % ownRequests.size()));
        theirs.run(SECONDS);
        ours.run(SECONDS * 2);
        List<Double> floors = new ArrayList<>();
        List<Double> owns = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            floors.add(theirs.run(SECONDS).millis(share));
            owns.add(ours.run(SECONDS).millis(share));
        }
        System.err.println(what + ": " + floors + " " + owns);
        double floor = Workplace.median(floors);
        double own = Workplace.median(owns);
        table.row(what, floor, own, own / floor, aim);
    }

    private static byte[] request(String target) {
        return Load.request("GET", target, List.of("Accept: application/json"), new byte[0]);
    }
}
