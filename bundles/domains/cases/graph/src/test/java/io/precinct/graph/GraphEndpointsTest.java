package io.precinct.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.CaseNodeRemoval;
import io.precinct.graph.nodes.NodeGraph;
import io.precinct.graph.nodes.Nodes;
import io.precinct.graph.nodes.ReadyNodes;
import io.precinct.itests.database.TestDatabase;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphEndpointsTest {
    private static final TestDatabase DATABASE = TestDatabase.fresh();
    private static final Nodes NODES = ReadyNodes.of(DATABASE);
    private static final TestChain CHAIN = TestChain.empty()
            .family("graph", new GraphEndpoints(NODES, new CaseHold(null)))
            .strictInput(true)
            .start();

    @AfterAll
    static void stop() {
        CHAIN.close();
        DATABASE.close();
    }

    private static TestAnswer get(String slug) {
        return CHAIN.get("/api/graph/nodes/" + slug).send();
    }

    private static TestAnswer put(String slug, @Nullable Object... members) {
        return CHAIN.request("PUT", "/api/graph/nodes/" + slug)
                .json(Data.map(members))
                .send();
    }

    private static int version(TestAnswer answer) {
        return ((Number) answer.json().get("version")).intValue();
    }

    @Test
    void aNodeIsCreatedReadAndChanged() {
        String body = "# a\r\n\ttext  \r\nno newline ß🎉";
        TestAnswer created = put("a.node_1", "body", body);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Location")).isEqualTo("/api/graph/nodes/a.node_1");
        assertThat(created.header("ETag")).isEqualTo("\"v1\"");

        TestAnswer read = get("a.node_1");
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.json()).containsOnlyKeys("slug", "body", "version", "updated_at");
        assertThat(put("a.node_1", "body", body, "updated_at", "2026-01-01T00:00:00Z", "text", "x")
                        .text())
                .contains("\"pointer\":\"/text\"", "\"allowed\":[\"body\",\"version\"]");
        assertThat(read.json()).containsEntry("slug", "a.node_1").containsEntry("body", body);
        assertThat(read.json().get("updated_at").toString())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(CHAIN.get("/api/graph/nodes/a.node_1")
                        .header("If-None-Match", "\"v1\"")
                        .send()
                        .status())
                .isEqualTo(304);

        TestAnswer changed = put("a.node_1", "body", "");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(version(changed)).isEqualTo(2);
        assertThat(changed.json()).containsEntry("body", "");
    }

    @Test
    void whatGetAnswersCanBePutBackAndChangesNothing() {
        put("back", "body", "x");
        TestAnswer answer = CHAIN.request("PUT", "/api/graph/nodes/back")
                .json(get("back").json())
                .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(version(answer)).isEqualTo(1);
    }

    @Test
    void aStalePreconditionIs412AndAStaleVersion409EachWithThePresentNode() {
        put("stale", "body", "1");
        put("stale", "body", "2");
        TestAnswer precondition = CHAIN.request("PUT", "/api/graph/nodes/stale")
                .header("If-Match", "\"v1\"")
                .json(Map.of("body", "3"))
                .send();
        assertThat(precondition.status()).isEqualTo(412);
        assertThat(precondition.json().get("current")).isEqualTo(get("stale").json());
        TestAnswer version = put("stale", "body", "3", "version", 1);
        assertThat(version.status()).isEqualTo(409);
        assertThat(version.json()).containsEntry("code", "stale_version");
        assertThat(version.json().get("current")).isEqualTo(get("stale").json());
        assertThat(put("stale", "body", "3", "version", 2).status()).isEqualTo(200);
        assertThat(CHAIN.request("PUT", "/api/graph/nodes/stale")
                        .header("If-Match", "\"v3\"")
                        .json(Map.of("body", "4"))
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(CHAIN.request("PUT", "/api/graph/nodes/stale")
                        .header("If-None-Match", "*")
                        .json(Map.of("body", "5"))
                        .send()
                        .status())
                .isEqualTo(412);
        assertThat(CHAIN.request("PUT", "/api/graph/nodes/nowhere")
                        .header("If-None-Match", "\"v7\"")
                        .json(Map.of("body", "5"))
                        .send()
                        .json())
                .containsEntry("code", "bad_precondition");
        assertThat(CHAIN.request("PUT", "/api/graph/nodes/nowhere")
                        .header("If-Match", "*")
                        .json(Map.of("body", "5"))
                        .send()
                        .status())
                .isEqualTo(412);
        assertThat(get("nowhere").status()).as("nothing is left of it").isEqualTo(404);
    }

    @Test
    void aRepeatedRequestWithAKeyIsAnsweredAsTheFirst() {
        for (int i = 0; i < 2; i++) {
            TestAnswer answer = CHAIN.request("PUT", "/api/graph/nodes/keyed")
                    .header("Idempotency-Key", "k")
                    .json(Map.of("body", "x"))
                    .send();
            assertThat(answer.status()).isEqualTo(201);
            assertThat(version(answer)).isEqualTo(1);
        }
    }

    @Test
    void allFaultsOfABodyAreToldAtOnce() {
        TestAnswer answer = put("-bad", "body", 5, "version", "x", "titel", 1);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().get("errors").toString()).contains("/slug", "/body", "/version", "/titel");
        assertThat(put("a").json().get("errors").toString()).contains("/body", "required");
        assertThat(put("a", "body", null).status()).isEqualTo(422);
        assertThat(put("a", "body", "a\0b").status()).isEqualTo(422);
        assertThat(put("a", "body", "x".repeat(1 << 20)).status())
                .as("the request is larger than any may be")
                .isEqualTo(413);
        assertThat(put("x".repeat(201), "body", "").status()).isEqualTo(422);
        for (Object body : List.of(List.of(1), 5, true)) {
            assertThat(CHAIN.request("PUT", "/api/graph/nodes/a")
                            .json(body)
                            .send()
                            .status())
                    .isEqualTo(422);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "%00", "a%2Fb", "..", "%F0%9F%8E%89", "-", "%27;--"})
    void anUnknownNodeIs404(String slug) {
        assertThat(get(slug).status()).isEqualTo(404);
        assertThat(get(slug).json()).containsEntry("code", "node_not_found");
    }

    @Test
    void anAddressResolvesToItsContent() {
        put("handbook", "body", "# handbook\n\n## Greeting\n\nHello\n\n```text\nHi\n```\n");
        TestAnswer answer =
                CHAIN.get("/api/graph/resolve?address=handbook:greeting.text").send();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json())
                .containsExactlyEntriesOf(Data.map("address", "handbook:greeting.text", "content", "Hi"));
        assertThat(answer.header("ETag")).isEqualTo("\"v1\"");
        assertThat(CHAIN.get("/api/graph/resolve?address=handbook:greeting")
                        .send()
                        .json())
                .containsEntry("content", "Hello\n\n```text\nHi\n```");
        TestAnswer missing =
                CHAIN.get("/api/graph/resolve?address=handbook:greeting.todo").send();
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.json()).containsEntry("code", "address_not_found");
        assertThat(CHAIN.get("/api/graph/resolve?address=nobody:a").send().json())
                .containsEntry("code", "node_not_found");
        for (String query :
                List.of("", "?address=", "?address=a%20b", "?address=a&address=b", "?address=a&x=1", "?address=%00")) {
            assertThat(CHAIN.get("/api/graph/resolve" + query).send().status())
                    .as(query)
                    .isEqualTo(422);
        }
    }

    @Test
    void theNodeOfADeletedCaseIsRemovedInTheTransactionOfTheDeletion() {
        put("case-doomed", "body", "x");
        Nodes nodes = ReadyNodes.ofAnother(DATABASE);
        var removal = new CaseNodeRemoval(nodes);
        var graph = new NodeGraph(nodes);
        var other = DATABASE.open(new io.precinct.postgres.api.Schema("other", List.of()));
        try {
            other.write(transaction -> {
                removal.deleting(transaction, "doomed");
                removal.deleting(transaction, "never-there");
                throw new IllegalStateException("changed its mind");
            });
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("changed its mind");
        }
        assertThat(graph.node("case-doomed")).isNotNull();
        other.write(transaction -> {
            removal.deleting(transaction, "doomed");
            return 0;
        });
        assertThat(graph.node("case-doomed")).isNull();
        assertThat(graph.resolve("case-doomed:a")).isNull();
    }
}
