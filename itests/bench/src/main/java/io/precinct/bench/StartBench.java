package io.precinct.bench;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Measures the start of the framework feature, from exec to ready, compared with bare Felix with Jetty and SCR and the
 * same flags; and the gain of the AOT cache.
 */
final class StartBench implements Main.Bench {
    private static final int RUNS = 7;

    private static final String CONFIG = """
            service: bench
            routes:
              /echo/:message: {method: get, boundary: echo, name: echo}
            """;

    /** CPU and wall seconds of one start, and resident bytes a moment later. */
    private record Start(double cpu, double wall, double megabytes) {}

    @Override
    public Table run(Workplace workplace) throws Exception {
        Path config = workplace.config(CONFIG);
        Distribution plain = copy(workplace, false);
        Distribution trained = copy(workplace, true);
        List<Start> floor = new ArrayList<>();
        List<Start> without = new ArrayList<>();
        List<Start> with = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            floor.add(start(() -> bare(workplace, plain)));
            without.add(start(() -> plain.run(config, workplace.folder("data"), "--features", "framework")));
            with.add(start(() -> trained.run(config, workplace.folder("data"), "--features", "framework")));
        }
        var table = new Table("start", "CPU s", "wall s", "RSS MB", "ratio of CPU", "aim");
        double bare = median(floor, Start::cpu);
        row(table, "bare Felix, SCR and Jetty", floor, bare, "1");
        row(table, "framework feature", without, bare, "≤ 1.5");
        row(table, "framework feature, AOT cache", with, bare, "reported");
        return table.note("Median of " + RUNS + " interleaved starts, exec to the ready line. RSS is resident memory"
                + " two seconds after ready, idle; aim ≤ 170 MB.");
    }

    private static Distribution copy(Workplace workplace, boolean trained) throws Exception {
        Distribution copy =
                workplace.distribution().copyWithout(workplace.folder(trained ? "trained" : "plain"), line -> false);
        Files.deleteIfExists(copy.home().resolve("lib/precinct.aot"));
        if (trained) {
            Process training =
                    new ProcessBuilder(copy.command("aot")).inheritIO().start();
            if (training.waitFor() != 0) {
                throw new IllegalStateException("precinct aot failed with " + training.exitValue());
            }
        }
        return copy;
    }

    private static ServerProcess bare(Workplace workplace, Distribution distribution) throws Exception {
        return workplace.floor(
                BareFelix.class,
                distribution.home().resolve("bundles").toString(),
                workplace.folder("data").toString());
    }

    private static Start start(Callable<ServerProcess> starting) throws Exception {
        try (ServerProcess server = starting.call()) {
            double cpu = server.cpu().toNanos() / 1e9;
            double wall = server.startWall().toNanos() / 1e9;
            server.process().waitFor(Duration.ofSeconds(2));
            return new Start(cpu, wall, server.residentBytes() / 1e6);
        }
    }

    private static double median(List<Start> starts, java.util.function.ToDoubleFunction<Start> figure) {
        return Workplace.median(starts.stream().mapToDouble(figure).boxed().toList());
    }

    private static void row(Table table, String name, List<Start> starts, double floor, String aim) {
        double cpu = median(starts, Start::cpu);
        table.row(name, cpu, median(starts, Start::wall), median(starts, Start::megabytes), cpu / floor, aim);
    }
}
