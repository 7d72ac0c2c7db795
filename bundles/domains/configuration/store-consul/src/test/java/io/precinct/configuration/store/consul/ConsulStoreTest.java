package io.precinct.configuration.store.consul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.testing.Eventually;
import io.precinct.testing.PlayedServer;
import io.precinct.testing.PlayedServer.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that plays Consul's documented HTTP API, not against Consul. */
class ConsulStoreTest {
    private static final String TOKEN = "hunter2";

    private final PlayedServer consul = new PlayedServer();

    @AfterEach
    void close() {
        consul.close();
    }

    private ParameterStore open(Duration timeout, long most) throws StoreException {
        return new ConsulProvider()
                .open(new StoreAddress(consul.url() + "/app/prod", null, null, TOKEN, timeout, most));
    }

    private ParameterStore open() throws StoreException {
        return open(Duration.ofSeconds(20), 1_000_000);
    }

    private static String pair(String key, String value) {
        return "{\"LockIndex\":0,\"Key\":\"" + key + "\",\"Flags\":0,\"Value\":\""
                + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "\",\"ModifyIndex\":7}";
    }

    private static String shown(StoreEntry entry) {
        return entry.key() + "=" + new String(Objects.requireNonNull(entry.value()), StandardCharsets.UTF_8);
    }

    @Test
    void pairsBelowThePrefixAreEntries() throws Exception {
        consul.play(request -> {
            assertThat(request.header().apply("X-Consul-Token")).isEqualTo(TOKEN);
            return switch (request.target()) {
                case "/v1/kv/app/prod/?recurse" ->
                    new Reply(200, "[{\"Key\":\"app/prod/\",\"Value\":null}," + pair("app/prod/db/url", "here") + "]");
                case "/v1/kv/app/prod/?keys&separator=/" ->
                    new Reply(200, "[\"app/prod/db/\"]", "X-Consul-Index", "42");
                case "/v1/kv/app/prod/db/url" -> new Reply(200, "[" + pair("app/prod/db/url", "here") + "]");
                default -> new Reply(404, "");
            };
        });
        try (ParameterStore store = open()) {
            assertThat(store.version()).isEqualTo("42");
            assertThat(store.list("", null).entries().stream().map(ConsulStoreTest::shown))
                    .containsExactly("=", "db/url=here");
            assertThat(shown(Objects.requireNonNull(store.get("db/url")))).isEqualTo("db/url=here");
            assertThat(store.get("nothing here")).isNull();
        }
        assertThat(consul.requests()).contains("GET /v1/kv/app/prod/nothing%20here");
    }

    @Test
    void anEmptyPrefixHasNoEntries() throws Exception {
        try (ParameterStore store = open()) {
            assertThat(store.list("", null).entries()).isEmpty();
        }
    }

    @Test
    void aServerThatAsksForPatienceIsAskedAgain() throws Exception {
        var asked = new AtomicInteger();
        consul.play(_ -> asked.incrementAndGet() < 3
                ? new Reply(429, "slow down", "Retry-After", "0")
                : new Reply(200, "[" + pair("app/prod/a", "1") + "]"));
        try (ParameterStore store = open()) {
            assertThat(store.list("", null).entries()).hasSize(1);
        }
        consul.play(_ -> new Reply(429, "slow down", "Retry-After", "0"));
        assertRefused("answers 429");
    }

    private void assertRefused(String why) throws Exception {
        try (ParameterStore store = open()) {
            assertThatThrownBy(() -> store.list("", null))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(why)
                    .message()
                    .doesNotContain(TOKEN);
        }
    }

    @Test
    void refusalsAndErrorsSayWhat() throws Exception {
        consul.play(_ -> new Reply(403, "Permission denied: token " + TOKEN));
        assertRefused("forbids reading below app/prod/ (403) with the token");
        consul.play(_ -> new Reply(500, TOKEN));
        assertRefused("answers 500, expected 200");
        consul.play(_ -> new Reply(302, "", "Location", "http://elsewhere.example.org/"));
        assertRefused("answers 302");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[1]",
                "nothing",
                "[{\"Key\":\"other/a\",\"Value\":null}]",
                "[{\"Key\":\"app/prod/a\",\"Value\":\"hunter2!\"}]"
            })
    void whatIsNotTheProtocolIsRefused(String body) throws Exception {
        consul.play(_ -> new Reply(200, body));
        assertRefused("something else than the pairs below app/prod/");
    }

    @Test
    void aSlowOrEndlessAnswerEndsAtItsBounds() throws Exception {
        consul.play(_ -> new Reply(200, "[" + "1,".repeat(600_000) + "1]"));
        try (ParameterStore store = open(Duration.ofSeconds(20), 10)) {
            assertThatThrownBy(() -> store.list("", null)).hasMessageContaining("is larger than the 1048596 bytes");
        }
        var never = new CountDownLatch(1);
        consul.play(_ -> {
            never.await();
            return new Reply(200, "[]");
        });
        // On a machine that is held up, a connection may take that long already.
        Eventually.untilAsserted("the answer is late, not the connection", () -> {
            try (ParameterStore store = open(Duration.ofMillis(100), 10)) {
                assertThatThrownBy(() -> store.list("", null)).hasMessageContaining("did not answer within 100 ms");
            }
        });
        consul.close();
        assertRefused("cannot be reached: nothing listens there");
    }

    @Test
    void anAddressOfAnotherKindIsRefused() {
        for (String url : List.of("/srv/params", "ftp://host/x")) {
            assertThatThrownBy(() -> new ConsulProvider()
                            .open(new StoreAddress(url, null, null, null, Duration.ofSeconds(1), 1)))
                    .hasMessageContaining("is not http://HOST:PORT/PREFIX");
        }
    }
}
