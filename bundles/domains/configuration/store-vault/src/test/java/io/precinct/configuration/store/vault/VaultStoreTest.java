package io.precinct.configuration.store.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.store.EntryForbiddenException;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import io.precinct.testing.Eventually;
import io.precinct.testing.PlayedServer;
import io.precinct.testing.PlayedServer.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a server that plays the documented HTTP API of Vault's key-value engine, not against Vault. */
class VaultStoreTest {
    private static final String TOKEN = "hunter2";

    private final PlayedServer vault = new PlayedServer();

    @AfterEach
    void close() {
        vault.close();
    }

    private ParameterStore open(Duration timeout) throws StoreException {
        return new VaultProvider()
                .open(new StoreAddress(vault.url() + "/secret/app", null, null, TOKEN, timeout, 1_000_000));
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

    private void assertRefused(String why) throws Exception {
        try (ParameterStore store = open(Duration.ofSeconds(20))) {
            assertThatThrownBy(() -> store.list("", null))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(why)
                    .message()
                    .doesNotContain(TOKEN);
        }
    }

    @Test
    void everySecretBelowThePathIsAnEntryFolderByFolder() throws Exception {
        vault.play(request -> {
            assertThat(request.header().apply("X-Vault-Token")).isEqualTo(TOKEN);
            return switch (request.target()) {
                case "/v1/secret/metadata/app/?list=true" ->
                    new Reply(200, "{\"data\":{\"keys\":[\"a\",\"db/\",\"x/\"]}}");
                case "/v1/secret/metadata/app/db/?list=true" -> new Reply(200, "{\"data\":{\"keys\":[\"main\"]}}");
                case "/v1/secret/data/app/db/main" ->
                    new Reply(200, "{\"data\":{\"data\":{\"user\":\"u\",\"n\":1},\"metadata\":{\"version\":3}}}");
                default -> new Reply(404, "{\"errors\":[]}");
            };
        });
        try (ParameterStore store = open(Duration.ofSeconds(20))) {
            assertThat(all(store)).allMatch(StoreEntry::secret).allMatch(entry -> entry.value() == null);
        }
        try (ParameterStore store = open(Duration.ofSeconds(20))) {
            assertThat(all(store).stream().map(StoreEntry::key)).containsExactly("a", "db/main");
            StoreEntry main = Objects.requireNonNull(store.get("db/main"));
            assertThat(main.secret()).isTrue();
            assertThat(new String(Objects.requireNonNull(main.value()), StandardCharsets.UTF_8))
                    .isEqualTo("{\"user\":\"u\",\"n\":1}");
            assertThat(store.get("gone")).isNull();
            assertThat(store.version()).isNull();
        }
    }

    @Test
    void aServerThatAsksForPatienceIsAskedAgain() throws Exception {
        var asked = new AtomicInteger();
        vault.play(_ -> asked.incrementAndGet() < 3
                ? new Reply(429, "", "Retry-After", "0")
                : new Reply(200, "{\"data\":{\"keys\":[\"a\"]}}"));
        try (ParameterStore store = open(Duration.ofSeconds(20))) {
            assertThat(all(store)).hasSize(1);
        }
        vault.play(_ -> new Reply(503, "{\"errors\":[\"Vault is sealed\"]}", "Retry-After", "0"));
        assertRefused("sealed or overloaded (503)");
    }

    @Test
    void oneForbiddenSecretIsAFaultOfThatSecret() throws Exception {
        vault.play(request -> request.target().contains("/data/")
                ? new Reply(403, "{\"errors\":[\"" + TOKEN + "\"]}")
                : new Reply(200, "{\"data\":{\"keys\":[\"a\"]}}"));
        try (ParameterStore store = open(Duration.ofSeconds(20))) {
            assertThat(all(store)).hasSize(1);
            assertThatThrownBy(() -> store.get("a"))
                    .isInstanceOf(EntryForbiddenException.class)
                    .hasMessageContaining("forbids reading /data/app/a (403) with the token")
                    .message()
                    .doesNotContain(TOKEN);
        }
    }

    @Test
    void refusalsAndErrorsSayWhat() throws Exception {
        vault.play(_ -> new Reply(403, "{\"errors\":[\"" + TOKEN + "\"]}"));
        assertRefused("forbids reading /metadata/app/ (403) with the token");
        vault.play(_ -> new Reply(307, "", "Location", "http://elsewhere.example.org/"));
        assertRefused("answers 307");
        for (String body : List.of("", "[]", "{\"data\":{\"keys\":1}}", "{\"data\":1}")) {
            vault.play(_ -> new Reply(200, body));
            assertRefused("no key-value engine of version 2");
        }
    }

    @Test
    void aSlowAnswerEndsAtItsDeadline() throws Exception {
        var never = new CountDownLatch(1);
        vault.play(_ -> {
            never.await();
            return new Reply(200, "");
        });
        // On a machine that is held up, a connection may take that long already.
        Eventually.untilAsserted("the answer is late, not the connection", () -> {
            try (ParameterStore store = open(Duration.ofMillis(100))) {
                assertThatThrownBy(() -> store.list("", null)).hasMessageContaining("did not answer within 100 ms");
            }
        });
    }

    @Test
    void anAddressWithoutAMountIsRefused() {
        for (String url : List.of("https://vault:8200/", "/srv/x", "ftp://vault/secret")) {
            assertThatThrownBy(() ->
                            new VaultProvider().open(new StoreAddress(url, null, null, null, Duration.ofSeconds(1), 1)))
                    .hasMessageContaining("is not https://HOST:PORT/MOUNT");
        }
    }
}
