package io.precinct.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** An HTTP server on the loopback address that stands in for another server; a test sets its answers. Thread-safe. */
public final class PlayedServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile Play play = request -> new Reply(404, "");

    /** A request to the server. */
    public record Request(String method, String target, UnaryOperator<String> header, String body) {}

    /** The response of the server: a status, a body, and headers as pairs of name and value. */
    public record Reply(int status, String body, String... headers) {}

    /** Answers requests. */
    @FunctionalInterface
    public interface Play {
        /** The answer to a request. */
        Reply of(Request request) throws InterruptedException;
    }

    /** Starts the server, which answers 404 until {@link #play} is called. */
    public PlayedServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** Sets how the server answers from now on. */
    public void play(Play now) {
        play = now;
    }

    /** The URL of the server, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The requests so far, each as its method and target. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String target = exchange.getRequestURI().toString();
            requests.add(exchange.getRequestMethod() + " " + target);
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reply reply = play.of(new Request(
                    exchange.getRequestMethod(),
                    target,
                    name -> exchange.getRequestHeaders().getFirst(name),
                    body));
            for (int i = 0; i < reply.headers().length; i += 2) {
                exchange.getResponseHeaders().set(reply.headers()[i], reply.headers()[i + 1]);
            }
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
