package io.precinct.bench;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Swaps a boundary under load: counts lost requests, and measures the time from dropping a jar until it serves. */
final class SwapBench implements Main.Bench {
    private static final int SWAPS = 50;
    private static final int CONNECTIONS = 8;
    private static final long REQUESTS = 300_000;
    private static final int DROPS = 20;

    @Override
    public Table run(Workplace workplace) throws Exception {
        var table = new Table("handler", "swaps", "requests", "failed", "first fault");
        long total = 0;
        for (int millis : new int[] {0, 20}) {
            Load.Outcome outcome = underLoad(workplace, millis, millis == 0 ? REQUESTS : 0);
            total += outcome.answered();
            table.row(
                    millis + " ms",
                    SWAPS,
                    outcome.sent(),
                    Math.max(outcome.wrong(), outcome.sent() - outcome.answered()) + outcome.dismissed(),
                    outcome.firstFault());
        }
        List<Double> seconds = drops(workplace);
        return table.note("In all " + total + " requests on " + CONNECTIONS + " keep-alive connections; aim: 0 failed.")
                .note(String.format(
                        java.util.Locale.ROOT,
                        "Jar dropped to new version serving: median %.3f s, slowest %.3f s of %d; aim: under 1 s.",
                        Workplace.median(seconds),
                        seconds.stream().mapToDouble(d -> d).max().orElseThrow(),
                        seconds.size()));
    }

    private static Path config(Workplace workplace, Path watched) throws Exception {
        return workplace.config("""
                service: bench
                access_log: false
                boundary_path: %s
                routes:
                  /swap: {method: get, boundary: swap, name: swap, optional: true}
                """.formatted(watched));
    }

    /** Sends at least {@code atLeast} requests, and more for as long as the swaps last. */
    private static Load.Outcome underLoad(Workplace workplace, int millis, long atLeast) throws Exception {
        Path watched = workplace.folder("boundaries");
        List<byte[]> jars = jars(millis, 5);
        try (ServerProcess server =
                workplace.distribution().run(config(workplace, watched), workplace.folder("data"))) {
            var http = new Http(server.url());
            PluginJar.drop(jars.getFirst(), watched.resolve("swap.jar"));
            awaitGeneration(http, 0);
            var swapping = new AtomicBoolean(true);
            var sent = new java.util.concurrent.atomic.AtomicLong();
            var load = new Load(
                    server.url(),
                    Load.request("GET", "/swap", List.of(), new byte[0]),
                    CONNECTIONS,
                    response -> response.status() == 200 && response.text().contains("\"generation\":\"g"));
            CompletableFuture<Load.Outcome> loading = CompletableFuture.supplyAsync(
                    () -> load.run(() -> sent.incrementAndGet() <= atLeast || swapping.get()),
                    task -> Thread.ofPlatform().start(task));
            for (int swap = 1; swap <= SWAPS; swap++) {
                PluginJar.drop(jars.get(swap % jars.size()), watched.resolve("swap.jar"));
                awaitGeneration(http, swap % jars.size());
            }
            swapping.set(false);
            return loading.get();
        }
    }

    private static List<Double> drops(Workplace workplace) throws Exception {
        Path watched = workplace.folder("boundaries");
        List<byte[]> jars = jars(0, DROPS + 1);
        List<Double> seconds = new ArrayList<>();
        try (ServerProcess server =
                workplace.distribution().run(config(workplace, watched), workplace.folder("data"))) {
            var http = new Http(server.url());
            PluginJar.drop(jars.getFirst(), watched.resolve("swap.jar"));
            awaitGeneration(http, 0);
            for (int i = 1; i <= DROPS; i++) {
                long dropped = System.nanoTime();
                PluginJar.drop(jars.get(i), watched.resolve("swap.jar"));
                awaitGeneration(http, i);
                seconds.add((System.nanoTime() - dropped) / 1e9);
            }
        }
        return seconds;
    }

    /** Jars of the same version, each with different content. */
    private static List<byte[]> jars(int millis, int count) {
        List<byte[]> jars = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jars.add(PluginJar.answering("swap", "1.0.0", "g" + i, millis).bytes());
        }
        return jars;
    }

    private static void awaitGeneration(Http http, int generation) throws InterruptedException {
        long deadline = System.nanoTime() + 30_000_000_000L;
        String wanted = "\"generation\":\"g" + generation + "\"";
        Http.Answer answer = http.get("/swap");
        while (!answer.text().contains(wanted)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "generation " + generation + " did not serve within 30 s: " + answer.text());
            }
            Thread.sleep(2);
            answer = http.get("/swap");
        }
    }
}
