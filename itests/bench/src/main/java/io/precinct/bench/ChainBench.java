package io.precinct.bench;

import io.precinct.bench.RawJetty.Pool;
import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures the CPU per request of a whole chain, as a ratio to raw Jetty core that answers the same bytes and headers
 * with the cheaper of Jetty's thread pools, and as a ratio to the same Jetty with Jackson parsing and printing. Rounds
 * of all servers are interleaved, so that noise of the machine affects all of them alike.
 */
final class ChainBench implements Main.Bench {
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 5);
    private static final int SECONDS = Integer.getInteger("bench.seconds", 2);

    private static final String CONFIG = """
        service: bench
        access_log: false
        compression: false
        limits: {body_bytes: 4194304}
        routes:
          /echo: {method: post, boundary: echo, name: echo}
        scenarios:
          echo:
            shape:
              expected: {echoed: {id: {gte: 1}, label: {prefix: a}, items: {count: {gte: 1}}}}
        """;

    private static final List<String> PROBE = List.of("X-Service-Verify: shape", "X-Service-Trace: 1");

    /** A request body and the number of connections on which it is sent. */
    private record Body(String name, byte[] bytes, int connections) {}

    /** The servers of a run; the floors read their answers from the folder {@code recorded}. */
    private record Servers(
            ServerProcess plain, ServerProcess sealing, ServerProcess platform, ServerProcess virtual, Path recorded) {}

    /** The same answer of Jetty on each of its own thread pools. */
    private record Floor(MeasuredRequest platform, MeasuredRequest virtual) {
        boolean onPlatform() {
            return platform.micros() <= virtual.micros();
        }

        MeasuredRequest cheaper() {
            return onPlatform() ? platform : virtual;
        }

        /** The name of the cheaper pool, and the cost of the other one. */
        String pool() {
            return String.format(
                    Locale.ROOT,
                    "%s (%s %.1f)",
                    onPlatform() ? "platform" : "virtual",
                    onPlatform() ? "virtual" : "platform",
                    (onPlatform() ? virtual : platform).micros());
        }
    }

    /** A configuration of the product, with its floor. */
    private record Variant(String name, double aim, MeasuredRequest chain, Floor raw) {}

    @Override
    public Table run(Workplace workplace) throws Exception {
        var table = new Table(
                "variant",
                "body",
                "raw Jetty µs",
                "on threads",
                "with Jackson µs",
                "chain µs",
                "ratio to raw",
                "rounds",
                "to Jackson",
                "raw /s",
                "chain /s",
                "aim");
        LoadClient client = LoadClient.best(Workplace.kept("load-client"));
        System.err.println("load by " + client.name());
        Path config = workplace.config(CONFIG);
        Distribution whole = workplace.distribution();
        Distribution unsealed = whole.copyWithout(workplace.folder("unsealed"), line -> line.contains("boundary-seal"));
        Path recorded = workplace.folder("recorded");
        try (ServerProcess sealing = whole.run(config, workplace.folder("data"));
                ServerProcess plain = unsealed.run(config, workplace.folder("data"));
                ServerProcess platform = workplace.floor(RawJetty.class, Pool.PLATFORM.name(), recorded.toString());
                ServerProcess virtual = workplace.floor(RawJetty.class, Pool.VIRTUAL.name(), recorded.toString())) {
            var servers = new Servers(plain, sealing, platform, virtual, recorded);
            for (Body body : bodies()) {
                measure(client, servers, body, table);
            }
        }
        return table.note("Load by " + client.name() + "; 8 keep-alive connections, 2 for 1 MiB. Medians of " + ROUNDS
                + " interleaved rounds of " + SECONDS + " s after a warm-up until figures settle; beside the ratio"
                + " its lowest and highest round. POST of a JSON object that is"
                + " echoed; CPU of the server process, utime and stime. Raw"
                + " Jetty is measured on its platform and its virtual threads;"
                + " the cheaper is the floor.");
    }

    private static List<Body> bodies() {
        var all = List.of(
                new Body("1 KB", record(1024), 8),
                new Body("1 KB of numbers", table(1024), 8),
                new Body("1 MiB", record(1 << 20), 2),
                new Body("1 MiB of numbers", table(1 << 20), 2));
        String only = System.getProperty("bench.bodies", "");
        return all.stream()
                .filter(body -> only.isEmpty()
                        || List.of(only.split(",")).contains(body.name().replace(' ', '-')))
                .toList();
    }

    private static void measure(LoadClient client, Servers servers, Body body, Table table) throws Exception {
        List<Variant> variants = List.of(
                variant(client, servers, "chain without seal", 1.15, servers.plain(), body, List.of()),
                variant(client, servers, "chain with seal", 1.4, servers.sealing(), body, List.of()),
                variant(client, servers, "probe, trace and seal", 2.0, servers.sealing(), body, PROBE));
        // Recorded from the chain without seal: all variants parse and print the same data.
        String recorded = recordedName(variants.getFirst().name(), body);
        Floor jackson = floor(client, servers, "/" + recorded + "/jackson", List.of(), body);
        List<MeasuredRequest> all = new ArrayList<>(List.of(jackson.platform(), jackson.virtual()));
        variants.forEach(variant ->
                all.addAll(List.of(variant.raw().platform(), variant.raw().virtual(), variant.chain())));
        for (MeasuredRequest one : all) {
            one.warmUp();
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (MeasuredRequest one : all) {
                one.round(SECONDS);
            }
        }
        variants.forEach(variant -> report(table, body, variant, jackson));
    }

    private static void report(Table table, Body body, Variant variant, Floor jackson) {
        MeasuredRequest floor = variant.raw().cheaper();
        List<Double> ratios = variant.chain().over(floor);
        table.row(
                variant.name(),
                body.name(),
                floor.micros(),
                variant.raw().pool(),
                jackson.cheaper().micros(),
                variant.chain().micros(),
                Workplace.median(ratios),
                String.format(Locale.ROOT, "%.2f–%.2f", Collections.min(ratios), Collections.max(ratios)),
                Workplace.median(variant.chain().over(jackson.cheaper())),
                Math.round(floor.perSecond()),
                Math.round(variant.chain().perSecond()),
                aim(body, variant));
    }

    private static String aim(Body body, Variant variant) {
        return switch (body.name()) {
            case "1 KB" -> "≤ " + variant.aim();
            case "1 MiB of numbers" -> variant.name().equals("chain with seal") ? "≤ 3" : "reported";
            default -> "reported";
        };
    }

    /** A configuration of the product, and floors that give the same answer. */
    private static Variant variant(
            LoadClient client,
            Servers servers,
            String name,
            double aim,
            ServerProcess product,
            Body body,
            List<String> headers)
            throws Exception {
        String[] pairs =
                headers.stream().flatMap(line -> Stream.of(line.split(": ", 2))).toArray(String[]::new);
        var sent = new String(body.bytes(), StandardCharsets.UTF_8);
        String recorded = recordedName(name, body);
        RawJetty.record(
                servers.recorded(),
                recorded,
                new Http(product.url()).post("/echo", sent, pairs).ok());
        Floor raw = floor(client, servers, "/" + recorded, headers, body);
        return new Variant(name, aim, measured(client, product, "/echo", headers, body), raw);
    }

    private static Floor floor(LoadClient client, Servers servers, String path, List<String> headers, Body body) {
        return new Floor(
                measured(client, servers.platform(), path, headers, body),
                measured(client, servers.virtual(), path, headers, body));
    }

    private static MeasuredRequest measured(
            LoadClient client, ServerProcess server, String path, List<String> headers, Body body) {
        var message = new LoadClient.Message(server.url().resolve(path), headers, body.bytes());
        return new MeasuredRequest(client, server, message, body.connections());
    }

    private static String recordedName(String variant, Body body) {
        return (variant + "-" + body.name()).replaceAll("[^A-Za-z0-9]+", "-");
    }

    static double cpuMicros(ServerProcess server, Load load, long requests) {
        long before = server.cpu().toNanos();
        Load.Outcome outcome = load.times(requests);
        if (outcome.wrong() > 0 || outcome.answered() < requests) {
            throw new IllegalStateException(
                    "of " + outcome.sent() + " requests " + outcome.wrong() + " went wrong: " + outcome.firstFault());
        }
        return (server.cpu().toNanos() - before) / 1e3 / requests;
    }

    /** A JSON object of about this size, like a case: some fields and a text. */
    private static byte[] record(int size) {
        var json = new StringBuilder("{\"id\":7,\"label\":\"a case of some kind\",\"open\":true,\"priority\":3,"
                + "\"status\":\"active\",\"due_date\":null,\"items\":[\"bench\",\"record\"],\"notes\":\"");
        while (json.length() < size - 40) {
            json.append("A sentence of a note, as people write it. ");
        }
        return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A JSON object of about this size with only small records of numbers and short texts: the hard case. */
    private static byte[] table(int size) {
        var json = new StringBuilder("{\"id\":7,\"label\":\"a case of some kind\",\"open\":true,\"items\":[");
        for (int i = 0; json.length() < size - 80; i++) {
            json.append(i == 0 ? "" : ",")
                    .append(String.format(
                            Locale.ROOT,
                            "{\"n\":%d,\"name\":\"item number %d\",\"price\":%d.%02d,\"note\":null}",
                            i,
                            i,
                            i,
                            i % 100));
        }
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
