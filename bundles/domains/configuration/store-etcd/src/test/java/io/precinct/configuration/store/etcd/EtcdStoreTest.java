package io.precinct.configuration.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Json;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import io.precinct.testing.Eventually;
import io.precinct.testing.PlayedServer;
import io.precinct.testing.PlayedServer.Reply;
import io.precinct.testing.PlayedServer.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a server that plays the documented HTTP gateway of etcd's API 3, not against etcd. */
class EtcdStoreTest {
    private static final String PASSWORD = "hunter2";

    private final PlayedServer etcd = new PlayedServer();
    private final TreeMap<String, String> keys = new TreeMap<>();

    @AfterEach
    void close() {
        etcd.close();
    }

    private ParameterStore open(@Nullable String user, Duration timeout) throws StoreException {
        return new EtcdProvider()
                .open(new StoreAddress(etcd.url() + "/app/prod", user, PASSWORD, null, timeout, 1_000_000));
    }

    private ParameterStore open(@Nullable String user) throws StoreException {
        return open(user, Duration.ofSeconds(20));
    }

    private static String decoded(Object base64) {
        return new String(Base64.getDecoder().decode(String.valueOf(base64)), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A range of the keys, as etcd would answer. */
    private Reply range(Request request) {
        Map<?, ?> asked;
        try {
            asked = (Map<?, ?>) Objects.requireNonNull(Json.read(request.body()));
        } catch (Exception e) {
            return new Reply(400, "{}");
        }
        String from = decoded(asked.get("key"));
        Object end = asked.get("range_end");
        var found = end == null ? keys.subMap(from, from + "\0") : keys.subMap(from, decoded(end));
        long limit = asked.get("limit") instanceof Number number ? number.longValue() : Long.MAX_VALUE;
        String pairs = String.join(
                ",",
                found.entrySet().stream()
                        .limit(limit)
                        .map(pair -> "{\"key\":\"" + encoded(pair.getKey()) + "\""
                                + (pair.getValue().isEmpty() ? "" : ",\"value\":\"" + encoded(pair.getValue()) + "\"")
                                + "}")
                        .toList());
        String more = found.size() > limit ? ",\"more\":true" : "";
        return new Reply(200, "{\"header\":{\"revision\":\"7\"},\"kvs\":[" + pairs + "]" + more + "}");
    }

    private static List<StoreEntry> all(ParameterStore store) throws Exception {
        var all = new ArrayList<StoreEntry>();
        String cursor = null;
        do {
            StorePage page = store.list("", cursor);
            all.addAll(page.entries());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    @Test
    void aKeyThatIsNoTextIsNamed() throws Exception {
        var raw = new byte[] {'/', 'a', 'p', 'p', '/', 'p', 'r', 'o', 'd', '/', 'k', (byte) 0xff};
        String pair = "{\"key\":\"" + Base64.getEncoder().encodeToString(raw) + "\"}";
        etcd.play(_ -> new Reply(200, "{\"header\":{\"revision\":\"7\"},\"more\":true,\"kvs\":[" + pair + "]}"));
        try (ParameterStore store = open(null)) {
            StorePage page = store.list("", null);
            assertThat(page.entries()).isEmpty();
            assertThat(page.unreadable()).containsExactly("k\ufffd");
            assertThat(Base64.getDecoder().decode(page.next())).startsWith(raw).hasSize(raw.length + 1);
        }
    }

    private void assertRefused(@Nullable String user, String why) throws Exception {
        try (ParameterStore store = open(user)) {
            assertThatThrownBy(() -> store.list("", null))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(why)
                    .message()
                    .doesNotContain(PASSWORD);
        }
    }

    @Test
    void keysBelowThePrefixComeInPagesOfOneRevision() throws Exception {
        for (int i = 0; i < 1_200; i++) {
            keys.put("/app/prod/" + i, "v" + i);
        }
        keys.put("/app/prod/empty", "");
        keys.put("/app/prod0", "outside");
        keys.put("/app/other", "outside");
        var revisions = new ArrayList<String>();
        etcd.play(request -> {
            revisions.add(request.body().replaceAll(".*\"revision\":(\"?[0-9a-z]+\"?).*", "$1"));
            return range(request);
        });
        try (ParameterStore store = open(null)) {
            List<StoreEntry> entries = all(store);
            assertThat(entries).hasSize(1_201);
            assertThat(entries.stream().map(StoreEntry::key))
                    .doesNotHaveDuplicates()
                    .contains("0", "1199", "empty");
            assertThat(revisions).hasSize(3).last().isEqualTo("\"7\"");
            StoreEntry five = Objects.requireNonNull(store.get("5"));
            assertThat(new String(Objects.requireNonNull(five.value()), StandardCharsets.UTF_8))
                    .isEqualTo("v5");
            assertThat(store.get("nothing")).isNull();
            assertThat(store.version()).isEqualTo("7");
        }
    }

    @Test
    void aUserSignsInOnce() throws Exception {
        keys.put("/app/prod/a", "1");
        etcd.play(request -> {
            if (request.target().equals("/v3/auth/authenticate")) {
                assertThat(request.body()).isEqualTo("{\"name\":\"reader\",\"password\":\"hunter2\"}");
                return new Reply(200, "{\"token\":\"session.1\"}");
            }
            return "session.1".equals(request.header().apply("Authorization")) ? range(request) : new Reply(401, "{}");
        });
        try (ParameterStore store = open("reader")) {
            assertThat(all(store)).hasSize(1);
            store.version();
        }
        assertThat(etcd.requests())
                .filteredOn(request -> request.endsWith("authenticate"))
                .hasSize(1);
        assertRefused(null, "refuses /v3/kv/range (401); no username is configured");
        etcd.play(_ -> new Reply(400, "{\"error\":\"" + PASSWORD + "\"}"));
        assertRefused("reader", "refuses /v3/auth/authenticate (400) to the user");
    }

    @Test
    void aServerThatAsksForPatienceIsAskedAgain() throws Exception {
        keys.put("/app/prod/a", "1");
        var asked = new AtomicInteger();
        etcd.play(request -> asked.incrementAndGet() < 3 ? new Reply(429, "", "Retry-After", "0") : range(request));
        try (ParameterStore store = open(null)) {
            assertThat(all(store)).hasSize(1);
        }
    }

    @Test
    void whatIsNotTheProtocolIsRefused() throws Exception {
        for (String body : List.of("", "[]", "{}", "{\"header\":{\"revision\":\"1\"},\"kvs\":[{\"key\":\"!\"}]}")) {
            etcd.play(_ -> new Reply(200, body));
            assertRefused(null, "something else than the keys below /app/prod/");
        }
        etcd.play(_ -> new Reply(302, "", "Location", "http://elsewhere.example.org/"));
        assertRefused(null, "answers 302");
        var never = new CountDownLatch(1);
        etcd.play(_ -> {
            never.await();
            return new Reply(200, "{}");
        });
        // On a machine that is held up, a connection may take that long already.
        Eventually.untilAsserted("the answer is late, not the connection", () -> {
            try (ParameterStore store = open(null, Duration.ofMillis(100))) {
                assertThatThrownBy(() -> store.list("", null)).hasMessageContaining("did not answer within 100 ms");
            }
        });
    }

    @Test
    void anAddressOfAnotherKindIsRefused() {
        assertThatThrownBy(() ->
                        new EtcdProvider().open(new StoreAddress("/srv/x", null, null, null, Duration.ofSeconds(1), 1)))
                .hasMessageContaining("is not http://HOST:PORT/PREFIX");
    }
}
