package io.precinct.bench;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Deploys about forty bundles that misbehave, each in its own way, into an instance under steady load. Measures the
 * effect on the other requests, the time until each culprit is named, and what is left in memory once they are gone.
 * All bundles are deployed and called at once, and called again every ten seconds for the configured time; then they
 * are undeployed.
 */
final class HostileBench implements Main.Bench {
    private static final Duration QUIET = Duration.ofSeconds(10);

    private static final String CONFIG = """
        service: besieged
        access_log: false
        limits: {request_seconds: 3, processor_seconds: 2}
        deploy: {drain_seconds: 1, activation_seconds: 3}
        boundary_path: %s
        routes:
          /echo/:message: {method: get, boundary: echo, name: echo}
        """;

    @Override
    public Table run(Workplace workplace) throws Exception {
        Path watched = workplace.folder("boundaries");
        Path data = workplace.folder("data");
        Path config = workplace.config(CONFIG.formatted(watched));
        Files.writeString(
                config.resolve("source.yml"),
                "repos:\n  precinct: {url: \"" + System.getProperty("precinct.root") + "\", refresh: 0}\n");
        try (ServerProcess server =
                workplace.distribution().run(config, data, Map.of(), "--features", "framework,cases,source")) {
            var http = new Http(server.url());
            var running = (Map<?, ?>) Objects.requireNonNull(Http.json(Files.readString(data.resolve("run.json"))));
            var run = new HostileRun(http, server, watched, "Bearer " + running.get("token"));
            run.await(() -> http.get("/ready").status() == 200);
            return measured(run, http);
        }
    }

    private static Table measured(HostileRun run, Http http) throws Exception {
        var table = new Table(
                "route",
                "requests",
                "failed",
                "p99 before",
                "p99 first",
                "p99 in all",
                "ratio",
                "above 1 s",
                "slowest",
                "p99 after");
        List<SteadyLoad> steady = List.of(
                new SteadyLoad(http, "/echo/hi"),
                new SteadyLoad(http, "/api/tasks?limit=5"),
                new SteadyLoad(http, "/repos/precinct/symbols?name=Main&limit=5"),
                new SteadyLoad(http, "/health"),
                new SteadyLoad(http, "/admin/loggers", "Authorization", run.authorization));
        try {
            Thread.sleep(QUIET);
            steady.forEach(SteadyLoad::phase);
            Thread.sleep(QUIET);
            List<SteadyLoad.Phase> before = phases(steady);
            run.deploy();
            List<Socket> asked = run.ask();
            run.awaitNamed();
            List<SteadyLoad.Phase> first = phases(steady);
            run.keepCalling(asked);
            run.undeploy();
            List<SteadyLoad.Phase> then = phases(steady);
            run.remains();
            Thread.sleep(QUIET);
            steady.forEach(SteadyLoad::phase);
            Thread.sleep(QUIET);
            List<SteadyLoad.Phase> after = phases(steady);
            for (int i = 0; i < steady.size(); i++) {
                SteadyLoad.Phase phase = first.get(i).and(then.get(i));
                double calm = before.get(i).quantile(0.99);
                table.row(
                        steady.get(i).path(),
                        phase.requests(),
                        phase.failed(),
                        calm,
                        first.get(i).quantile(0.99),
                        phase.quantile(0.99),
                        phase.quantile(0.99) / calm,
                        phase.above(1000),
                        phase.quantile(1),
                        after.get(i).quantile(0.99));
                if (!phase.firstFault().isEmpty()) {
                    table.note(steady.get(i).path() + " failed first with: " + phase.firstFault());
                }
            }
        } finally {
            steady.forEach(SteadyLoad::close);
        }
        run.notes.forEach(table::note);
        return table.note("Milliseconds; each route asked a hundred times a second, times from when a request was due. "
                + HostileRun.BUNDLES.size() + " bundles, asked four times each in " + run.rounds
                + " rounds. First: from the first deployment"
                + " until all were named; in all: until the last was undeployed. Aims: none failed, p99 in all at most twice"
                + " that before, /health and /admin within 1000.");
    }

    private static List<SteadyLoad.Phase> phases(List<SteadyLoad> steady) {
        return steady.stream().map(SteadyLoad::phase).toList();
    }
}
