package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
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
}
