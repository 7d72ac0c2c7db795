package io.precinct.http;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * Measures the cost of the listener: CPU time per request of a separate server process, compared with a raw Jetty core
 * handler that sends the same bytes. Not part of the build; run it with the test class path:
 *
 * <pre>java -cp … io.precinct.http.ListenerBench [connections] [requests per round] [rounds]</pre>
 */
public final class ListenerBench {
    private static final byte[] BODY = "x".repeat(1024).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final String REQUEST =
            "GET /echo HTTP/1.1\nHost: 127.0.0.1\nUser-Agent: bench\nAccept: application/json\n\n";
    private static final List<String> VARIANTS =
            List.of("raw-virtual", "raw-platform", "raw-platform-virtual", "listener", "listener-log");

    private ListenerBench() {}

    /** Runs a server process if given the name of a variant, else the benchmark of all variants. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2 && arguments[0].equals("serve")) {
            serve(arguments[1]);
            return;
        }
        int connections = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8;
        int requests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200_000;
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 7;
        var processes = new ArrayList<Process>();
        try {
            measure(connections, requests, rounds, processes);
        } finally {
            processes.forEach(Process::destroy);
        }
    }

    private static void measure(int connections, int requests, int rounds, List<Process> processes) throws Exception {
        var ports = new ArrayList<Integer>();
        for (String variant : VARIANTS) {
            Process process = start(variant);
            processes.add(process);
            ports.add(Integer.parseInt(process.inputReader().readLine()));
        }
        for (int port : ports) {
            load(port, connections, requests);
            load(port, connections, requests);
        }
        var micros = new double[VARIANTS.size()][rounds];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < ports.size(); i++) {
                long before = cpu(processes.get(i));
                load(ports.get(i), connections, requests);
                micros[i][round] = (cpu(processes.get(i)) - before) / 1000.0 / requests;
            }
        }
        System.out.printf("%d connections, %d rounds of %d requests, 1 KB%n", connections, rounds, requests);
        for (int i = 0; i < VARIANTS.size(); i++) {
            var ratios = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                ratios[round] = micros[i][round] / micros[0][round];
            }
            System.out.printf(
                    "%-22s %6.2f µs CPU per request (least %.2f)  %.3f × %s%n",
                    VARIANTS.get(i), median(micros[i]), least(micros[i]), median(ratios), VARIANTS.getFirst());
        }
    }

    private static double median(double[] values) {
        return java.util.Arrays.stream(values)
                .sorted()
                .skip(values.length / 2)
                .findFirst()
                .orElseThrow();
    }

    private static double least(double[] values) {
        return java.util.Arrays.stream(values).min().orElseThrow();
    }

    private static long cpu(Process process) {
        return process.toHandle().info().totalCpuDuration().orElseThrow().toNanos();
    }

    private static Process start(String variant) throws IOException {
        var command = new ArrayList<String>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ListenerBench.class.getName(), "serve", variant));
        return new ProcessBuilder(command)
                .redirectError(File.createTempFile("listener-bench", ".log"))
                .start();
    }

    private static void load(int port, int connections, int requests) throws Exception {
        try (var executor = Executors.newFixedThreadPool(connections)) {
            var clients = new ArrayList<Future<?>>();
            for (int i = 0; i < connections; i++) {
                clients.add(executor.submit(() -> {
                    exchange(port, requests / connections);
                    return null;
                }));
            }
            for (var client : clients) {
                client.get();
            }
        }
    }

    private static void exchange(int port, int requests) throws IOException {
        try (var connection = new RawConnection(port)) {
            connection.send(REQUEST);
            var first = connection.read();
            if (first.status() != 200 || first.body().length != BODY.length) {
                throw new IOException("unexpected answer " + first.status());
            }
            byte[] request = REQUEST.replace("\n", "\r\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            int size = connection.send(request).sizeOfNext();
            for (int i = 2; i < requests; i++) {
                connection.send(request).skip(size);
            }
        }
    }

    private static void serve(String variant) throws Exception {
        int port = variant.startsWith("raw") ? raw(variant) : listener(variant.endsWith("log"));
        System.out.println(port);
        System.out.flush();
        Thread.currentThread().join();
    }

    private static int raw(String variant) throws Exception {
        var server = new Server(threads(variant));
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        var connector = new ServerConnector(
                server, 1, 1, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(org.eclipse.jetty.server.Request request, Response response, Callback callback) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, BODY.length);
                response.write(true, ByteBuffer.wrap(BODY), callback);
                return true;
            }
        });
        server.start();
        return connector.getLocalPort();
    }

    private static ThreadPool threads(String variant) {
        if (variant.equals("raw-virtual")) {
            return new VirtualThreadPool(0);
        }
        var threads = new QueuedThreadPool();
        if (variant.equals("raw-platform-virtual")) {
            threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        }
        return threads;
    }

    private static int listener(boolean log) throws IOException {
        HttpSettings defaults = HttpSettings.onPort(0);
        var settings =
                new HttpSettings(0, defaults.bind(), List.of(), List.of(), List.of(), log, true, defaults.limits());
        var server = new HttpServer(new Same(), settings, "token");
        server.start();
        if (log) {
            Thread.ofPlatform().daemon().start(() -> {
                while (true) {
                    RecordingLogs.clear();
                    Thread.onSpinWait();
                    java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
                }
            });
        }
        return server.port();
    }

    /** Gives the same answer to every request. */
    private static final class Same implements Dispatcher, Answer {
        private final Body body = Body.bytes("application/json", BODY);

        @Override
        public Answer dispatch(Request request) {
            return this;
        }

        @Override
        public int status() {
            return 200;
        }

        @Override
        public Headers headers() {
            return Headers.NONE;
        }

        @Override
        public Body body() {
            return body;
        }

        @Override
        public String route() {
            return "same";
        }

        @Override
        public void close() {}

        @Override
        public Map<String, Object> runScenario(
                String route, String scenario, Map<String, Object> params, Map<String, Object> headers) {
            return Map.of();
        }
    }
}
