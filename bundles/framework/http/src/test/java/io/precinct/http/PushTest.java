package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.testing.Eventually;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PushTest extends ServerTest {
    private final BlockingQueue<Body.Channel> opened = new LinkedBlockingQueue<>();
    private final AtomicInteger closed = new AtomicInteger();

    @BeforeEach
    void start() throws Exception {
        start(new Settings());
        dispatcher.on(
                "/events",
                _ -> Reply.of(200, new Body.Push("text/event-stream", channel -> {
                            channel.onClose(closed::incrementAndGet);
                            opened.add(channel);
                        }))
                        .header("Cache-Control", "no-store"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Body.Channel channel() throws InterruptedException {
        Body.Channel channel = opened.poll(20, TimeUnit.SECONDS);
        assertThat(channel).isNotNull();
        return channel;
    }

    private RawConnection open() throws Exception {
        var connection = connect();
        connection.send("GET /events HTTP/1.1\nHost: localhost\n\n");
        var head = connection.read(false);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("content-type")).isEqualTo("text/event-stream");
        assertThat(head.header("cache-control")).isEqualTo("no-store");
        return connection;
    }

    @Test
    void sendsTheHeadAtOnceThenEveryEventInOrderAndHoldsNoChain() throws Exception {
        try (var connection = open()) {
            var channel = channel();
            Eventually.until("the chain is released", () -> dispatcher.pinned.get() == 0);
            Eventually.until("it is no request in flight", () -> metric("precinct_http_in_flight") == 0);
            assertThat(metric("precinct_http_push_channels")).isEqualTo(1);
            for (int i = 0; i < 1000; i++) {
                assertThat(channel.send(bytes("event " + i))).isTrue();
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(connection.chunk()).isEqualTo(bytes("event " + i));
            }
            channel.send(bytes("last"));
            channel.close();
            channel.close();
            assertThat(channel.send(bytes("late"))).isFalse();
            assertThat(connection.chunk()).isEqualTo(bytes("last"));
            assertThat(connection.chunk()).isEmpty();
            assertThat(connection.closes()).isTrue();
        }
        assertThat(closed).hasValue(1);
        Eventually.until("nothing is left", () -> metric("precinct_http_push_channels") == 0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void worksOverHttp2AndNoticesThatTheClientCancels() throws Exception {
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var request =
                    HttpRequest.newBuilder(URI.create(server.url() + "/events")).build();
            server.apply(new Settings().idle(IDLE).build());
            var answer = client.send(request, BodyHandlers.ofInputStream());
            var channel = channel();
            // This tests time itself: silence beyond the idle timeout.
            Thread.sleep(IDLE.plusSeconds(1));
            assertThat(closed).hasValue(0);
            channel.send(bytes("hello"));
            assertThat(answer.body().readNBytes(5)).isEqualTo(bytes("hello"));
            answer.body().close();
            Eventually.until("the channel is closed", () -> closed.get() == 1);
            Eventually.until("nothing is left", () -> metric("precinct_http_push_channels") == 0);
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void silenceDoesNotEndItButALeavingClientDoes() throws Exception {
        server.apply(new Settings().idle(IDLE).build());
        try (var staying = open()) {
            var stays = channel();
            try (var leaving = open()) {
                channel();
                // This tests time itself: silence beyond the idle timeout.
                Thread.sleep(IDLE.plusSeconds(1));
                assertThat(closed).hasValue(0);
                assertThat(leaving.socket().isConnected()).isTrue();
            }
            Eventually.until("the channel of the client that left is closed", () -> closed.get() == 1);
            assertThat(stays.send(bytes("still here"))).isTrue();
            assertThat(staying.chunk()).isEqualTo(bytes("still here"));
        }
    }

    @Test
    void cutsOffAClientThatFallsBehindAndNeverMakesTheSenderWait() throws Exception {
        try (var slow = open()) {
            var channel = channel();
            byte[] event = new byte[10_000];
            int sent = 0;
            while (channel.send(event)) {
                sent++;
                assertThat(sent).as("the buffer is bounded").isLessThan(10_000);
            }
            assertThat(closed).hasValue(1);
            assertThat(channel.send(event)).isFalse();
            assertThat(slow.closes()).isTrue();
        }
        Eventually.until("nothing is left", () -> metric("precinct_http_push_channels") == 0);
        Eventually.until("the connection is gone", () -> metric("precinct_http_connections") == 0);
    }

    @Test
    void takesOneEventLargerThanTheBuffer() throws Exception {
        try (var connection = open()) {
            var channel = channel();
            byte[] large = new byte[PushChannel.MOST_QUEUED * 2];
            assertThat(channel.send(large)).isTrue();
            assertThat(connection.chunk()).hasSize(large.length);
        }
    }

    @Test
    void anActionAddedAfterTheCloseRunsAtOnceAndAFailingOneStopsNoOther() throws Exception {
        try (var connection = open()) {
            var channel = channel();
            channel.onClose(() -> {
                throw new IllegalStateException("a hub's fault");
            });
            channel.onClose(closed::incrementAndGet);
            channel.close();
            assertThat(closed).hasValue(2);
            channel.onClose(closed::incrementAndGet);
            assertThat(closed).hasValue(3);
            assertThat(connection.closes()).isTrue();
        }
        assertThat(RecordingLogs.noise()).hasSize(1);
        assertThat(RecordingLogs.noise().getFirst().message()).contains("route events");
    }

    @Test
    void aHubThatFailsClosesItsChannel() throws Exception {
        dispatcher.on(
                "/broken",
                _ -> Reply.of(200, new Body.Push("text/event-stream", _ -> {
                    throw new IllegalStateException("no hub");
                })));
        try (var connection = connect()) {
            connection.send("GET /broken HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.read().text()).isEmpty();
            assertThat(connection.closes()).isTrue();
        }
        Eventually.until("the chain is released", () -> dispatcher.pinned.get() == 0);
        assertThat(RecordingLogs.noise()).hasSize(1);
    }

    @Test
    void opensNoChannelForHead() throws Exception {
        try (var connection = connect()) {
            connection.send("HEAD /events HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.read(false).header("content-type")).isEqualTo("text/event-stream");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
        assertThat(opened).isEmpty();
    }

    @Test
    void stoppingEndsEveryEventStreamProperly() throws Exception {
        try (var connection = open()) {
            var channel = channel();
            channel.send(bytes("one"));
            server.stop();
            assertThat(closed).hasValue(1);
            assertThat(connection.chunk()).isEqualTo(bytes("one"));
            assertThat(connection.chunk()).isEmpty();
            assertThat(connection.closes()).isTrue();
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }
}
