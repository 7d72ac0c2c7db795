package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LimitsTest extends ServerTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void answersMoreRequestsThanItMayAtOnceWithTryAgain() throws Exception {
        start(new Settings().inFlight(2));
        var release = new CountDownLatch(1);
        dispatcher.on("/slow", _ -> {
            release.await();
            return text(200, "slow");
        });
        try (var first = connect();
                var second = connect();
                var third = connect()) {
            first.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            second.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            Eventually.until("both are in flight", () -> dispatcher.dispatched.get() == 2);
            var refused = third.get("/hello");
            assertError(refused, 503, "overloaded");
            assertThat(refused.header("retry-after")).isEqualTo("1");
            third.send("POST /length HTTP/1.1\nHost: localhost\nContent-Length: 3\n\nabc");
            assertError(third.read(), 503, "overloaded");
            release.countDown();
            assertThat(first.read().text()).isEqualTo("slow");
            assertThat(second.read().text()).isEqualTo("slow");
            Eventually.until("there is room again", () -> metric("precinct_http_in_flight") < 2);
            assertThat(third.get("/hello").text()).isEqualTo("hello");
        }
        assertThat(metric("precinct_http_refused")).isEqualTo(2);
    }

    @Test
    void answersAClientThatSendsTooFast() throws Exception {
        start(new Settings().perSecond(5));
        try (var connection = connect()) {
            var statuses = new ArrayList<Integer>();
            RawConnection.Answer last = connection.get("/hello");
            for (int i = 0; i < 200 && last.status() == 200; i++) {
                last = connection.get("/hello");
                statuses.add(last.status());
            }
            assertError(last, 429, "rate_limited");
            assertThat(last.header("retry-after")).isEqualTo("1");
            assertThat(statuses).hasSizeGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void aClientGetsASecondsWorthAtOnceAndThenSoManyPerSecond() {
        var now = new AtomicLong(5 * SECOND);
        var limit = new RateLimit(10, now::get);
        for (int i = 0; i < 10; i++) {
            assertThat(limit.admits("192.0.2.1")).isTrue();
        }
        assertThat(limit.admits("192.0.2.1")).isFalse();
        assertThat(limit.admits("192.0.2.2")).isTrue();
        now.addAndGet(SECOND / 10);
        assertThat(limit.admits("192.0.2.1")).isTrue();
        assertThat(limit.admits("192.0.2.1")).isFalse();
        now.addAndGet(60 * SECOND);
        for (int i = 0; i < 10; i++) {
            assertThat(limit.admits("192.0.2.1")).isTrue();
        }
        assertThat(limit.admits("192.0.2.1")).isFalse();
    }

    @Test
    void anIpv6ClientIsItsWholeNetwork() {
        var limit = new RateLimit(1, () -> 0);
        assertThat(limit.admits("2001:db8:0:1:0:0:0:1")).isTrue();
        assertThat(limit.admits("2001:db8:0:1:ffff:0:0:2")).isFalse();
        assertThat(limit.admits("2001:db8:0:2:0:0:0:1")).isTrue();
    }

    @Test
    void aSilentConnectionIsClosed() throws Exception {
        start(new Settings().idle(IDLE));
        try (var never = connect();
                var afterwards = connect()) {
            assertThat(afterwards.get("/hello").status()).isEqualTo(200);
            assertThat(never.closes()).isTrue();
            assertThat(afterwards.closes()).isTrue();
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aHeadThatArrivesByteByByteIsCutOff() throws Exception {
        start(new Settings().idle(IDLE));
        try (var first = connect();
                var later = connect()) {
            assertThat(later.get("/hello").status()).isEqualTo(200);
            Instant started = Instant.now();
            boolean firstOpen = true;
            boolean laterOpen = true;
            while (firstOpen || laterOpen) {
                assertThat(started.plusSeconds(60)).isAfter(Instant.now());
                firstOpen = firstOpen && trickles(first);
                laterOpen = laterOpen && trickles(later);
                // This tests time itself: a byte arrives well within the idle timeout.
                Thread.sleep(Duration.ofMillis(100));
            }
        }
        assertThat(dispatcher.dispatched).hasValue(1);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    private static boolean trickles(RawConnection connection) {
        try {
            connection.send("G");
            return true;
        } catch (java.io.IOException closed) {
            return false;
        }
    }

    @Test
    void aSlowHandlerIsNotMistakenForASlowClient() throws Exception {
        start(new Settings().idle(IDLE));
        dispatcher.on("/slow", request -> {
            int length = request.body(100).length;
            Thread.sleep(IDLE.multipliedBy(2)); // a slow handler: this tests time itself
            return text(200, "slow " + length);
        });
        try (var connection = connect();
                var second = connect()) {
            connection
                    .send("POST /slow HTTP/1.1\nHost: localhost\nContent-Length: 3\n\n")
                    .send("abc");
            second.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.read().text()).isEqualTo("slow 3");
            assertThat(second.read().text()).isEqualTo("slow 0");
        }
    }
}
