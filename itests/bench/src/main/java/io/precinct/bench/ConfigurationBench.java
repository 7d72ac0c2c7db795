package io.precinct.bench;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.ServerProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Compares configuration queries over 1,000 files with the libraries alone in a separate process: CPU of the first
 * answer after a start, and time of the same query when it is repeated. The files are generated Kubernetes manifests,
 * or the files of the checkout that {@code -Dbench.configuration} names.
 */
final class ConfigurationBench implements Main.Bench {
    private static final int FILES = 1_000;
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 5);
    private static final int AGAIN = 300;
    private static final double SECONDS = 3;
    private static final String GLOB = System.getProperty("bench.glob", "**/*.yaml");
    private static final String EXPRESSION = System.getProperty(
            "bench.expression",
            "{kind: kind, name: metadata.name, images: spec.template.spec.containers[].image, ports: spec.ports[?port > `80`]}");

    /** The most CPU that an idle process uses within half a second. */
    private static final long IDLE_MILLIS = 20;

    private static final long PATIENCE = 60_000_000_000L;

    @Override
    public Table run(Workplace workplace) throws Exception {
        Path checkout = checkout(workplace);
        List<String> paths = SourceCorpus.execute(
                        List.of("git", "-C", checkout.toString(), "ls-files", ":(glob)" + GLOB))
                .lines()
                .limit(FILES)
                .toList();
        Path list = Files.write(
                workplace.folder("list").resolve("files"),
                paths.stream().map(path -> checkout.resolve(path).toString()).toList());
        var floorCpu = new ArrayList<Double>();
        var floorAgain = new ArrayList<Double>();
        var ownCpu = new ArrayList<Double>();
        var ownAgain = new ArrayList<Double>();
        var ownLate = new ArrayList<Double>();
        int results = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String[] floor = floor(list).lines().toList().getLast().split(" ");
            floorCpu.add(Double.parseDouble(floor[0]));
            floorAgain.add(Double.parseDouble(floor[2]));
            results = Integer.parseInt(floor[1]);
            try (ServerProcess process = start(workplace, checkout)) {
                ownCpu.add(first(process, results));
                var client = new LoadClients(
                        process.url(),
                        1,
                        _ -> Load.request("GET", target(), List.of("Accept: application/json"), new byte[0]));
                client.run(SECONDS);
                LoadClients.Outcome again = client.run(SECONDS);
                ownAgain.add(again.millis(0.5));
                ownLate.add(again.millis(0.99));
            }
            System.err.printf(
                    Locale.ROOT,
                    "floor %.0f ms CPU, product %.0f ms CPU, again %.2f and %.2f ms%n",
                    floorCpu.getLast(),
                    ownCpu.getLast(),
                    floorAgain.getLast(),
                    ownAgain.getLast());
        }
        double floor = Workplace.median(floorCpu);
        double own = Workplace.median(ownCpu);
        double again = Workplace.median(ownAgain);
        return new Table("configuration", "floor", "product", "ratio", "aim")
                .row("first answer after a start, CPU ms", floor, own, own / floor, "≤ 1.3")
                .row(
                        "the same again, p50 ms, 1 client",
                        Workplace.median(floorAgain),
                        again,
                        again / Workplace.median(floorAgain),
                        "≤ 5 ms")
                .row("the same again, p99 ms, 1 client", "", Workplace.median(ownLate), "", "")
                .note(paths.size() + " files, " + results + " results in one answer; medians of " + ROUNDS
                        + " rounds. The floor reads, parses and evaluates in a process of its own, without HTTP and"
                        + " places; again: it evaluates what it has parsed, and prints JSON.");
    }

    private static String target() {
        return "/repos/demo/config?limit=1000&glob=" + URLEncoder.encode(GLOB, StandardCharsets.UTF_8) + "&query="
                + URLEncoder.encode(EXPRESSION, StandardCharsets.UTF_8);
    }

    /** CPU milliseconds of the process for the first answer, which must have all results. */
    private static double first(ServerProcess process, int results) {
        long before = process.cpu().toNanos();
        Http.Answer answer = new Http(process.url()).get(target()).ok();
        double cpu = (process.cpu().toNanos() - before) / 1e6;
        int found = ((List<?>) Objects.requireNonNull(answer.json().get("items"))).size();
        if (found != Math.min(results, FILES)) {
            throw new IllegalStateException("the product has " + found + " results, the floor " + results);
        }
        return cpu;
    }

    private static ServerProcess start(Workplace workplace, Path checkout) throws Exception {
        Path config = workplace.config("service: bench\naccess_log: false\ncompression: false\n");
        Files.writeString(config.resolve("source.yml"), """
                repos:
                  demo: {url: "%s", refresh: 0, grammars: []}
                """.formatted(checkout));
        ServerProcess process = workplace
                .distribution()
                .run(config, workplace.folder("data"), "--features", "framework,source,configuration");
        var http = new Http(process.url());
        long deadline = System.nanoTime() + PATIENCE;
        while (http.get("/ready/source").status() != 200
                || http.get("/repos/demo/tree").status() != 200) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the repository is not served: " + process.transcript());
            }
            Thread.sleep(50);
        }
        awaitIdle(process, deadline);
        return process;
    }

    /** Waits until the start is complete, so that its CPU is not counted as part of the first answer. */
    private static void awaitIdle(ServerProcess process, long deadline) throws InterruptedException {
        long before = -1;
        long now = process.cpu().toMillis();
        while (before < 0 || now - before > IDLE_MILLIS) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("it does not come to rest: " + process.transcript());
            }
            Thread.sleep(500);
            before = now;
            now = process.cpu().toMillis();
        }
    }

    private static String floor(Path list) throws Exception {
        List<String> command = Workplace.java();
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ConfigurationFloor.class.getName(),
                list.toString(),
                EXPRESSION,
                String.valueOf(AGAIN)));
        return SourceCorpus.execute(command);
    }

    /** A checkout of a real repository, or a generated one. */
    private static Path checkout(Workplace workplace) throws Exception {
        String named = System.getProperty("bench.configuration");
        if (named != null) {
            return Path.of(named).toAbsolutePath();
        }
        Path checkout = workplace.folder("manifests");
        for (int i = 0; i < FILES; i++) {
            Path folder = Files.createDirectories(checkout.resolve("team" + i % 20));
            Files.writeString(folder.resolve("service" + i + ".yaml"), manifest(i));
        }
        for (List<String> command : List.of(
                List.of("init", "-q", "-b", "main"),
                List.of("add", "."),
                List.of("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "Manifests"))) {
            var git = new ArrayList<>(List.of("git", "-C", checkout.toString()));
            git.addAll(command);
            SourceCorpus.execute(git);
        }
        return checkout;
    }

    private static String manifest(int i) {
        return """
                # Deploys service %1$d.
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: service-%1$d
                  labels: {app: service-%1$d, team: team-%2$d}
                  annotations:
                    description: >-
                      Takes the requests of team %2$d and answers them
                      from what service %3$d says.
                spec:
                  replicas: %4$d
                  selector:
                    matchLabels: {app: service-%1$d}
                  template:
                    metadata:
                      labels: {app: service-%1$d}
                    spec:
                      containers:
                        - name: main
                          image: registry.example.org/team-%2$d/service-%1$d:1.%4$d.0
                          ports:
                            - containerPort: 8080
                              name: http
                          env:
                            - {name: UPSTREAM, value: "http://service-%3$d:8080/api"}
                            - {name: LEVEL, value: info}
                            - name: PASSWORD
                              valueFrom:
                                secretKeyRef: {name: service-%1$d, key: password}
                          resources:
                            requests: {cpu: 100m, memory: 128Mi}
                            limits: {cpu: 500m, memory: 256Mi}
                          readinessProbe:
                            httpGet: {path: /ready, port: http}
                            periodSeconds: 5
                """.formatted(i, i % 20, (i + 7) % FILES, 1 + i % 9);
    }
}
