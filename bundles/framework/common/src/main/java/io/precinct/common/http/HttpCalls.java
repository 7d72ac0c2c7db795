package io.precinct.common.http;

import io.precinct.common.retry.Backoff;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Calls one HTTP server. Each call has a deadline for all of its attempts and a bounded body, follows no redirects, and
 * is repeated if the server asks the client to wait. Confined to a thread.
 */
public final class HttpCalls implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 4;
    private static final Set<Integer> PATIENCE = Set.of(429, 502, 503, 504);
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), 0.25);

    private final Duration timeout;
    private final int mostBytes;
    private final HttpClient client;

    /**
     * Prepares calls.
     *
     * @param timeout deadline of each call, including all of its attempts and its body
     * @param mostBytes the greatest number of bytes of a response body
     */
    public HttpCalls(Duration timeout, long mostBytes) {
        this.timeout = timeout;
        this.mostBytes = (int) Math.min(Integer.MAX_VALUE - 16L, mostBytes);
        client = HttpClient.newBuilder()
                .followRedirects(Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    /**
     * The response of a server.
     *
     * @param body the body, which must not be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Answer(int status, HttpHeaders headers, byte[] body) {
        @Override
        public String toString() {
            return "status " + status;
        }
    }

    /** Makes a request, anew for each attempt, because a signed request contains its time. */
    @FunctionalInterface
    public interface Request {
        /** The request. */
        HttpRequest make();
    }

    /** Recognises a response that asks the client to wait although its status does not. */
    @FunctionalInterface
    public interface Throttling {
        /** Whether to try again. */
        boolean is(Answer answer);
    }

    /**
     * Sends a request and returns the response, whatever its status.
     *
     * @throws IOException if there is no response; its message contains no headers, no bodies and no address
     */
    public Answer send(Request request, Throttling throttling) throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        for (int attempt = 1; ; attempt++) {
            Answer answer = once(request.make(), end);
            boolean patience = PATIENCE.contains(answer.status()) || throttling.is(answer);
            long pause = pause(answer, attempt).toNanos();
            if (!patience || attempt == MOST_ATTEMPTS || System.nanoTime() + pause > end) {
                return answer;
            }
            TimeUnit.NANOSECONDS.sleep(pause);
        }
    }

    private static Duration pause(Answer answer, int attempt) {
        String after = answer.headers().firstValue("Retry-After").orElse("");
        return after.matches("[0-9]{1,5}") ? Duration.ofSeconds(Long.parseLong(after)) : PAUSES.after(attempt);
    }

    private Answer once(HttpRequest request, long end) throws IOException, InterruptedException {
        // On a thread of its own: in a shared pool, a body that arrives slowly would delay other bodies.
        CompletableFuture<Answer> answer = client.sendAsync(request, BodyHandlers.ofInputStream())
                .thenApplyAsync(this::read, Thread::startVirtualThread);
        try {
            return answer.get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("it did not answer within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw cause instanceof TooLarge
                    ? new IOException(cause.getMessage(), e)
                    : new IOException("it cannot be reached: " + reason(cause), e);
        } finally {
            answer.cancel(true);
        }
    }

    /** The reason in our own words, because the client's message may contain headers. */
    private static String reason(@Nullable Throwable cause) {
        return switch (cause) {
            case HttpTimeoutException _ -> "it does not accept connections";
            case ConnectException e when has(e, UnresolvedAddressException.class) -> "its host is not known";
            case ConnectException _ -> "nothing listens there";
            case SSLException _ -> "no TLS session with it could be made";
            case null -> "for no reason that is known";
            default -> cause.getClass().getSimpleName();
        };
    }

    private static boolean has(Throwable thrown, Class<? extends Throwable> type) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    private Answer read(HttpResponse<InputStream> response) {
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new TooLarge(mostBytes);
            }
            return new Answer(response.statusCode(), response.headers(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class TooLarge extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        TooLarge(int most) {
            super("its answer is larger than the " + most + " bytes that are read");
        }
    }

    /** Ends calls that are under way. */
    @Override
    public void close() {
        client.shutdownNow();
    }
}
