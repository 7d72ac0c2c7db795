package io.precinct.itests.blackbox;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A client of a stream of events that keeps the events it receives. */
final class EventStream implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Map<?, ?>> events = new CopyOnWriteArrayList<>();

    private EventStream() {}

    /** Listens to {@code GET /api/tasks/stream}; headers are pairs of name and value. */
    static EventStream on(URI service, String... headers) {
        return at(service.resolve("/api/tasks/stream"), headers);
    }

    /** Listens to the stream of this address; headers are pairs of name and value. */
    static EventStream at(URI address, String... headers) {
        var stream = new EventStream();
        var request = HttpRequest.newBuilder(address);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<Stream<String>> response = stream.client
                .sendAsync(request.build(), HttpResponse.BodyHandlers.ofLines())
                .join();
        if (response.statusCode() != 200) {
            throw new AssertionError("the stream answers " + response.statusCode());
        }
        Thread.ofVirtual().start(() -> stream.read(response.body()));
        return stream;
    }

    private void read(Stream<String> lines) {
        try (lines) {
            lines.filter(line -> line.startsWith("data:") && line.length() > "data: ".length())
                    .forEach(line -> events.add((Map<?, ?>) Http.json(line.substring("data:".length()))));
        } catch (UncheckedIOException e) {
            // the stream has ended
        }
    }

    List<Map<?, ?>> events() {
        return events;
    }

    /** Waits for an event. */
    void await(String what, Predicate<Map<?, ?>> event) {
        Eventually.until(() -> what + " in " + events, () -> events.stream().anyMatch(event));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
