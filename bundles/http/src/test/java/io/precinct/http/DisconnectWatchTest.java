package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class DisconnectWatchTest extends ServerTest {
    /** More than the connection reads at once, and less than lies on the way without anybody reading it. */
    private static final int AHEAD = 1000;

    @Test
    void whoSendsManyRequestsAheadLosesNoneWhereItIsAskedWhetherHeIsStillThere() throws Exception {
        start(new Settings());
        var sent = new CountDownLatch(1);
        dispatcher.on("/asks", request -> {
            request.body(0);
            sent.await();
            return text(200, "gone " + request.clientGone());
        });
        try (var connection = connect()) {
            connection.send("GET /asks HTTP/1.1\nHost: localhost\n\n"
                    + "GET /hello HTTP/1.1\nHost: localhost\n\n".repeat(AHEAD));
            sent.countDown();
            assertThat(connection.read().text()).isEqualTo("gone false");
            for (int i = 0; i < AHEAD; i++) {
                assertThat(connection.read().text()).isEqualTo("hello");
            }
        }
    }

    @Test
    void aStreamThatWasResetBeforeAnybodyAskedIsGone() throws Exception {
        start(new Settings());
        var begun = new CountDownLatch(1);
        var reset = new CountDownLatch(1);
        var gone = new CompletableFuture<Boolean>();
        dispatcher.on("/asks", request -> {
            request.body(0);
            begun.countDown();
            reset.await();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (!request.clientGone() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
            gone.complete(request.clientGone());
            return text(200, "too late");
        });
        try (var connection = new Http2Connection(server.port())) {
            connection.request("/asks");
            begun.await();
            connection.reset();
            // Frames are read in their order: with this answer the reset has been read.
            assertThat(connection.get(":authority", "localhost")).isEqualTo("hello");
            reset.countDown();

            assertThat(gone.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(connection.get(":authority", "localhost")).isEqualTo("hello");
        }
        eventually("it is no request in flight", () -> metric("precinct_http_in_flight") == 0);
    }
}
