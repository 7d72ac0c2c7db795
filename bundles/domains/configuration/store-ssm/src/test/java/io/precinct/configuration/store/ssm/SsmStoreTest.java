package io.precinct.configuration.store.ssm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** Against a server that plays the documented API of AWS Systems Manager, not against AWS. */
class SsmStoreTest {
    private static final String SECRET = "hunter2";

    private final PlayedServer aws = new PlayedServer();

    @AfterEach
    void close() {
        aws.close();
    }

    private ParameterStore open(Duration timeout) throws StoreException {
        return new SsmProvider()
                .open(new StoreAddress(aws.url() + "/app/prod", "AKIDEXAMPLE", SECRET, "session", timeout, 1_000_000));
    }

    private ParameterStore open() throws StoreException {
        return open(Duration.ofSeconds(20));
    }

    private static String parameter(String name, String type, String value) {
        return "{\"Name\":\"" + name + "\",\"Type\":\"" + type + "\",\"Value\":\"" + value + "\",\"Version\":1}";
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
        try (ParameterStore store = open()) {
            assertThatThrownBy(() -> store.list("", null))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(why)
                    .message()
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void parametersComeInPagesAndSecureStringsAreDecryptedOnlyWhenAskedFor() throws Exception {
        aws.play(request -> {
            assertThat(request.header().apply("Authorization"))
                    .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
                    .contains("/us-east-1/ssm/aws4_request, SignedHeaders=content-type;host;x-amz-date;"
                            + "x-amz-security-token;x-amz-target, Signature=")
                    .doesNotContain(SECRET);
            assertThat(request.header().apply("X-Amz-Security-Token")).isEqualTo("session");
            return switch (request.header().apply("X-Amz-Target")) {
                case "AmazonSSM.GetParametersByPath" -> {
                    assertThat(request.body()).contains("\"Path\":\"/app/prod\"", "\"WithDecryption\":false");
                    yield request.body().contains("\"NextToken\":\"page 2\"")
                            ? new Reply(
                                    200, "{\"Parameters\":[" + parameter("/app/prod/db/url", "String", "here") + "]}")
                            : new Reply(
                                    200,
                                    "{\"Parameters\":[" + parameter("/app/prod/db/pin", "SecureString", "AQIC")
                                            + "],\"NextToken\":\"page 2\"}");
                }
                default ->
                    request.body().contains("/app/prod/db/pin")
                            ? new Reply(
                                    200,
                                    "{\"Parameter\":" + parameter("/app/prod/db/pin", "SecureString", "1234") + "}")
                            : new Reply(400, "{\"__type\":\"com.amazonaws.ssm#ParameterNotFound\"}");
            };
        });
        try (ParameterStore store = open()) {
            List<StoreEntry> entries = all(store);
            assertThat(entries.stream().map(StoreEntry::toString)).containsExactly("db/pin, a secret", "db/url");
            assertThat(entries.getFirst().value()).isNull();
            StoreEntry pin = Objects.requireNonNull(store.get("db/pin"));
            assertThat(pin.secret()).isTrue();
            assertThat(new String(Objects.requireNonNull(pin.value()), StandardCharsets.UTF_8))
                    .isEqualTo("1234");
            assertThat(store.get("gone")).isNull();
            assertThat(store.version()).isNull();
        }
    }

    @Test
    void aServerThatThrottlesIsAskedAgain() throws Exception {
        var asked = new AtomicInteger();
        aws.play(_ -> asked.incrementAndGet() < 3
                ? new Reply(
                        400, "{\"__type\":\"ThrottlingException\",\"message\":\"Rate exceeded\"}", "Retry-After", "0")
                : new Reply(200, "{\"Parameters\":[]}"));
        try (ParameterStore store = open()) {
            assertThat(all(store)).isEmpty();
        }
        assertThat(asked).hasValue(3);
        aws.play(_ -> new Reply(400, "{\"__type\":\"ThrottlingException\"}", "Retry-After", "0"));
        assertRefused("GetParametersByPath is answered 400 ThrottlingException");
    }

    @Test
    void refusalsAndErrorsSayWhat() throws Exception {
        aws.play(_ -> new Reply(400, "{\"__type\":\"AccessDeniedException\",\"Message\":\"" + SECRET + "\"}"));
        assertRefused("is answered 400 AccessDeniedException, expected 200");
        aws.play(_ -> new Reply(500, SECRET));
        assertRefused("is answered 500");
        aws.play(_ -> new Reply(302, "", "Location", "http://elsewhere.example.org/"));
        assertRefused("is answered 302");
        for (String body : List.of("", "[]", "{\"Parameters\":[{\"Name\":\"/other/a\",\"Value\":\"1\"}]}")) {
            aws.play(_ -> new Reply(200, body));
            assertRefused("is not that of AWS Systems Manager");
        }
        var never = new CountDownLatch(1);
        aws.play(_ -> {
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
    void theRegionIsThatOfTheHost() {
        assertThat(SsmProvider.region("ssm.eu-central-1.amazonaws.com")).isEqualTo("eu-central-1");
        assertThat(SsmProvider.region("vpce-1.ssm.us-gov-west-1.vpce.amazonaws.com"))
                .isEqualTo("us-gov-west-1");
        assertThat(SsmProvider.region("localhost")).isEqualTo("us-east-1");
    }

    @Test
    void anAddressWithoutAnAccessKeyIsRefused() {
        assertThatThrownBy(() ->
                        new SsmProvider().open(new StoreAddress(aws.url(), null, null, null, Duration.ofSeconds(1), 1)))
                .hasMessageContaining("needs credentials");
        assertThatThrownBy(() ->
                        new SsmProvider().open(new StoreAddress("/srv/x", "a", "b", null, Duration.ofSeconds(1), 1)))
                .hasMessageContaining("is not https://ssm.REGION.amazonaws.com/PREFIX");
    }
}
