package io.precinct.bench;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * CPU per request of a whole chain, as a ratio to raw Jetty core that answers the same bytes and headers. Rounds of all
 * variants are interleaved, so that noise of the machine meets all alike.
 */
final class ChainBench implements Main.Bench {
    private static final int CONNECTIONS = 2;
    private static final int ROUNDS = 5;
    /** Rounds before the first that counts: compilers have done their work by then, on either side. */
    private static final int WARM_UP = 4;

    private static final Set<String> CONNECTION_HEADERS =
            Set.of("content-length", "transfer-encoding", "connection", "date", ":status");

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

    /** One measured configuration of the product, with its floor. */
    private record Variant(
            String name, double aim, ServerProcess server, ServerProcess floor, Load load, Load floorLoad) {}

    @Override
    public Table run(Workplace workplace) throws Exception {
        var table = new Table("variant", "body", "floor µs CPU", "chain µs CPU", "ratio", "aim");
        Path config = workplace.config(CONFIG);
        Distribution whole = workplace.distribution();
        Distribution unsealed = whole.copyWithout(workplace.folder("unsealed"), line -> line.contains("boundary-seal"));
        try (ServerProcess sealing = whole.run(config, workplace.folder("data"));
                ServerProcess plain = unsealed.run(config, workplace.folder("data"))) {
            measure(workplace, table, "1 KB", record(1024), 40_000, plain, sealing);
            measure(workplace, table, "1 KB of numbers", table(1024), 40_000, plain, sealing);
            measure(workplace, table, "1 MiB", record(1 << 20), 60, plain, sealing);
            measure(workplace, table, "1 MiB of numbers", table(1 << 20), 60, plain, sealing);
        }
        return table.note("Median of " + ROUNDS + " interleaved rounds, " + CONNECTIONS
                + " keep-alive connections, POST of a JSON object that is echoed; CPU of the server process.");
    }

    private static void measure(
            Workplace workplace,
            Table table,
            String size,
            byte[] body,
            int requests,
            ServerProcess plain,
            ServerProcess sealing)
            throws Exception {
        List<Variant> variants = new ArrayList<>();
        try {
            variants.add(variant(workplace, "chain without seal", 1.15, plain, body, List.of()));
            variants.add(variant(workplace, "chain with seal", 1.4, sealing, body, List.of()));
            variants.add(variant(
                    workplace,
                    "probe, trace and seal",
                    2.0,
                    sealing,
                    body,
                    List.of("X-Service-Verify: shape", "X-Service-Trace: 1")));
            for (Variant variant : variants) {
                cpuMicros(variant.server(), variant.load(), requests * WARM_UP);
                cpuMicros(variant.floor(), variant.floorLoad(), requests * WARM_UP);
            }
            report(table, size, variants, requests);
        } finally {
            variants.forEach(variant -> variant.floor().close());
        }
    }

    private static void report(Table table, String size, List<Variant> variants, int requests) {
        List<List<Double>> floors = new ArrayList<>();
        List<List<Double>> ours = new ArrayList<>();
        List<List<Double>> ratios = new ArrayList<>();
        variants.forEach(v -> {
            floors.add(new ArrayList<>());
            ours.add(new ArrayList<>());
            ratios.add(new ArrayList<>());
        });
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < variants.size(); i++) {
                Variant variant = variants.get(i);
                double floor = cpuMicros(variant.floor(), variant.floorLoad(), requests);
                double own = cpuMicros(variant.server(), variant.load(), requests);
                floors.get(i).add(floor);
                ours.get(i).add(own);
                ratios.get(i).add(own / floor);
            }
        }
        for (int i = 0; i < variants.size(); i++) {
            table.row(
                    variants.get(i).name(),
                    size,
                    Workplace.median(floors.get(i)),
                    Workplace.median(ours.get(i)),
                    Workplace.median(ratios.get(i)),
                    size.equals("1 KB") ? "≤ " + variants.get(i).aim() : "reported");
        }
    }

    /** A floor that answers what this variant answers, and the loads for both. */
    private static Variant variant(
            Workplace workplace, String name, double aim, ServerProcess server, byte[] body, List<String> headers)
            throws Exception {
        HttpResponse<byte[]> sample = sample(server.url(), body, headers);
        Path folder = workplace.folder("floor");
        Path content = Files.write(folder.resolve("body"), sample.body());
        List<String> lines = new ArrayList<>();
        sample.headers().map().forEach((key, values) -> {
            if (!CONNECTION_HEADERS.contains(key.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> lines.add(key + ": " + value));
            }
        });
        Path head = Files.write(folder.resolve("headers"), lines);
        ServerProcess floor = workplace.floor(RawJetty.class, content.toString(), head.toString());
        byte[] request = Load.request("POST", "/echo", headers, body);
        return new Variant(
                name,
                aim,
                server,
                floor,
                new Load(server.url(), request, CONNECTIONS, response -> response.status() == 200),
                new Load(floor.url(), request, CONNECTIONS, response -> response.status() == 200));
    }

    private static HttpResponse<byte[]> sample(URI base, byte[] body, List<String> headers) throws Exception {
        var request = HttpRequest.newBuilder(base.resolve("/echo"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(line -> request.header(line.split(": ")[0], line.split(": ")[1]));
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<byte[]> sample = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (sample.statusCode() != 200) {
                throw new IllegalStateException("the sample was answered " + sample.statusCode() + ": "
                        + new String(sample.body(), StandardCharsets.UTF_8));
            }
            return sample;
        }
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

    /** A JSON object of about this size as a case would be sent: some fields and a text. */
    private static byte[] record(int size) {
        var json = new StringBuilder("{\"id\":7,\"label\":\"a case of some kind\",\"open\":true,\"priority\":3,"
                + "\"status\":\"active\",\"due_date\":null,\"items\":[\"bench\",\"record\"],\"notes\":\"");
        while (json.length() < size - 40) {
            json.append("A sentence of a note, as people write it. ");
        }
        return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A JSON object of about this size that is nothing but small records of numbers and short texts: the hard case. */
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
