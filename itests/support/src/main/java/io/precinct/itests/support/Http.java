package io.precinct.itests.support;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client of a running server. It reads JSON as plain data, independently of the server's own code. */
public final class Http {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonFactory JSON = new JsonFactory();

    private final URI base;

    /** A client of this server. */
    public Http(URI base) {
        this.base = base;
    }

    /** A GET; headers are pairs of name and value. */
    public Answer get(String target, String... headers) {
        return send("GET", target, null, headers);
    }

    /** A POST with a JSON body. */
    public Answer post(String target, String json, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        all.add("Content-Type");
        all.add("application/json");
        return send("POST", target, json, all.toArray(String[]::new));
    }

    /** Any request. */
    public Answer send(String method, String target, @Nullable String body, String... headers) {
        var request = HttpRequest.newBuilder(base.resolve(target))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new Answer(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * An answer.
     *
     * @param response the response as the client received it
     */
    public record Answer(HttpResponse<String> response) {
        /** HTTP status. */
        public int status() {
            return response.statusCode();
        }

        /** The body as text. */
        public String text() {
            return response.body();
        }

        /**
         * This answer, which must be a success.
         *
         * @throws IllegalStateException if its status is not 200
         */
        public Answer ok() {
            if (status() != 200) {
                throw new IllegalStateException(response.request().method() + " " + response.uri() + " was answered "
                        + status() + ": " + text());
            }
            return this;
        }

        /** A header; null if it is absent. */
        public @Nullable String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        /** The body as plain data. */
        public @Nullable Object data() {
            return Http.json(response.body());
        }

        /** The body as a map. */
        @SuppressWarnings("unchecked")
        public Map<String, @Nullable Object> json() {
            return (Map<String, @Nullable Object>) Objects.requireNonNull(data());
        }
    }

    /** JSON text as maps, lists, strings, numbers, booleans and null. */
    public static @Nullable Object json(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            return value(parser);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + text, e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (Objects.requireNonNull(parser.currentToken())) {
            case START_OBJECT -> {
                var map = new LinkedHashMap<String, @Nullable Object>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, value(parser));
                }
                yield map;
            }
            case START_ARRAY -> {
                var list = new ArrayList<@Nullable Object>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }
}
