package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.dispatch.Request;
import io.precinct.testing.Eventually;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DisconnectWatchTest extends ServerTest {
    /** More requests than the connection reads at once, and fewer than the network buffers hold unread. */
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
        var begun = new CompletableFuture<Request>();
        var asked = new CountDownLatch(1);
        dispatcher.on("/asks", request -> {
            request.body(0);
            begun.complete(request);
            asked.await();
            return text(200, "too late");
        });
        try (var connection = new Http2Connection(server.port())) {
            connection.request("/asks");
            Request request = begun.get(20, TimeUnit.SECONDS);
            connection.reset();
            // Frames are read in order, so the reset has been read when this answer arrives.
            assertThat(connection.get(":authority", "localhost")).isEqualTo("hello");

            Eventually.until("the client is known to be gone", request::clientGone);
            asked.countDown();
            assertThat(connection.get(":authority", "localhost")).isEqualTo("hello");
        }
        Eventually.until("it is no request in flight", () -> metric("precinct_http_in_flight") == 0);
    }
}
