package io.precinct.bench;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures whether a request costs more if there are many routes or many deployed boundaries. */
final class GrowthBench implements Main.Bench {
    private static final int ROUNDS = 5;
    private static final int REQUESTS = 40_000;

    /** One side of a comparison. */
    private record End(String name, ServerProcess server, Load load) {}

    @Override
    public Table run(Workplace workplace) throws Exception {
        var table = new Table("grows", "from", "µs CPU", "assembly ms", "to", "µs CPU", "assembly ms", "ratio", "aim");
        compare(table, "routes", routes(workplace, 10), routes(workplace, 10_000));
        compare(table, "boundaries", boundaries(workplace, 20), boundaries(workplace, 300));
        return table.note("Median of " + ROUNDS + " interleaved rounds of " + REQUESTS
                + " requests; assembly is the time of the last new snapshot, from /metrics.");
    }

    private static void compare(Table table, String what, End small, End large) {
        try (ServerProcess first = small.server();
                ServerProcess second = large.server()) {
            List<Double> smalls = new ArrayList<>();
            List<Double> larges = new ArrayList<>();
            List<Double> ratios = new ArrayList<>();
            for (int round = -2; round < ROUNDS; round++) {
                double a = ChainBench.cpuMicros(first, small.load(), REQUESTS);
                double b = ChainBench.cpuMicros(second, large.load(), REQUESTS);
                if (round >= 0) {
                    smalls.add(a);
                    larges.add(b);
                    ratios.add(b / a);
                }
            }
            table.row(
                    what,
                    small.name(),
                    Workplace.median(smalls),
                    assemblyMillis(first),
                    large.name(),
                    Workplace.median(larges),
                    assemblyMillis(second),
                    Workplace.median(ratios),
                    "≤ 1.15");
        }
    }

    private static End routes(Workplace workplace, int count) throws Exception {
        var yaml = new StringBuilder("service: bench\naccess_log: false\nroutes:\n");
        for (int i = 0; i < count; i++) {
            yaml.append("  /area%d/thing%d/:id: {method: get, boundary: echo, name: r%d}\n".formatted(i % 100, i, i));
        }
        Path config = workplace.config(yaml.toString());
        ServerProcess server = workplace.distribution().run(config, workplace.folder("data"));
        int middle = count / 2;
        return new End(count + " routes", server, load(server, "/area" + middle % 100 + "/thing" + middle + "/x"));
    }

    private static End boundaries(Workplace workplace, int count) throws Exception {
        var yaml = new StringBuilder("service: bench\naccess_log: false\nroutes:\n");
        Path watched = workplace.folder("boundaries");
        for (int i = 0; i < count; i++) {
            PluginJar.answering("b" + i, "1.0.0", "g", 0).writeTo(watched.resolve("b" + i + ".jar"));
            String name = "b" + i;
            yaml.append("  /%s: {method: get, boundary: %s, name: %s, optional: true}\n".formatted(name, name, name));
        }
        Path config = workplace.config(
                yaml.insert(0, "boundary_path: " + watched + "\n").toString());
        ServerProcess server = workplace.distribution().run(config, workplace.folder("data"));
        var http = new Http(server.url());
        long deadline = System.nanoTime() + 180_000_000_000L;
        for (int i = 0; i < count; i++) {
            while (http.get("/b" + i).status() != 200) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("boundary b" + i + " of " + count + " was not deployed in 180 s");
                }
                Thread.sleep(50);
            }
        }
        return new End(count + " boundaries", server, load(server, "/b" + count / 2));
    }

    private static Load load(ServerProcess server, String path) {
        return new Load(
                server.url(),
                Load.request("GET", path, List.of(), new byte[0]),
                2,
                response -> response.status() == 200);
    }

    private static double assemblyMillis(ServerProcess server) {
        return new Http(server.url())
                .get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("precinct_snapshot_assembly_seconds "))
                .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]) * 1000)
                .findFirst()
                .orElseThrow();
    }
}
