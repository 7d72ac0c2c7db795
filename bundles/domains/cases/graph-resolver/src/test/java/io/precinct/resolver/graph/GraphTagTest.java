package io.precinct.resolver.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.config.TagException;
import io.precinct.graph.GraphEndpoints;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.NodeGraph;
import io.precinct.graph.nodes.Nodes;
import io.precinct.itests.database.TestDatabase;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import io.precinct.testkit.TestTag;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GraphTagTest {
    private static final TestDatabase DATABASE = TestDatabase.fresh();
    private static final Nodes NODES = new Nodes(DATABASE);
    private static final GraphTag TAG = new GraphTag();
    private static final TestChain CHAIN = TestChain.empty()
            .family("graph", new GraphEndpoints(NODES, new CaseHold(null)))
            .lateResolver("Graph", TAG)
            .scenario("graph.resolve", "same", Map.of("content", TestTag.of("Graph", "handbook:greeting.text")))
            .scenario("graph.resolve", "other", Map.of("content", TestTag.of("Graph", "handbook:other")))
            .scenario("graph.resolve", "missing", Map.of("content", TestTag.of("Graph", "handbook:none")))
            .start();

    @BeforeAll
    static void aNode() {
        Eventually.until(
                "the database is migrated", () -> DATABASE.databases().pending().isEmpty());
        TAG.graph = new NodeGraph(NODES);
        TestAnswer answer = CHAIN.request("PUT", "/api/graph/nodes/handbook")
                .json(Map.of("body", "# handbook\n\n## Greeting\n\n```text\nHello\n```\n\n## Other\n\n* text *\n"))
                .send();
        assertThat(answer.status()).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        CHAIN.close();
        DATABASE.close();
    }

    private static TestAnswer verify(String scenario) {
        return CHAIN.get("/api/graph/resolve?address=handbook:greeting.text")
                .verify(scenario)
                .send();
    }

    @Test
    void anAddressIsWhatItResolvesTo() throws TagException {
        assertThat(TAG.resolve(TestTag.of("Graph", "handbook:greeting.text"))).isEqualTo("Hello");
        assertThat(TAG.resolve(TestTag.of("Graph", "handbook:other"))).isEqualTo("* text *");
        assertThat(TAG.resolve(TestTag.of("Graph", "handbook"))).startsWith("# handbook\n");
    }

    @Test
    void aScenarioIsHeldAgainstWhatStandsInTheGraph() {
        // On a busy machine, the database may answer later than a tag may take.
        Eventually.untilAsserted(
                "what is the same passes",
                () -> assertThat(verify("same").status()).isEqualTo(200));
        Eventually.untilAsserted("what differs is told", () -> {
            TestAnswer other = verify("other");
            assertThat(other.status()).isEqualTo(422);
            assertThat(other.failures()).containsExactly("content: expected \"* text *\", got \"Hello\"");
        });
    }

    @Test
    void anAddressWhereNothingStandsIsAFailingEntry() {
        Eventually.untilAsserted("what is missing is told", () -> {
            TestAnswer answer = verify("missing");
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.text()).contains("there is nothing at handbook:none");
        });
        assertThatThrownBy(() -> TAG.resolve(TestTag.of("Graph", "nobody")))
                .isInstanceOf(TagException.class)
                .hasMessage("there is nothing at nobody");
    }

    @Test
    void whatIsNoAddressIsRefusedAtLoadOrByTheGraph() throws TagException {
        for (Object argument : List.of("", "a b", "a\n", 5, List.of(), Map.of("address", "a"), "x".repeat(2001))) {
            assertThatThrownBy(() -> TAG.check(TestTag.of("Graph", argument)))
                    .as(argument.toString())
                    .isInstanceOf(TagException.class);
        }
        assertThatThrownBy(() -> TAG.check(TestTag.of("Graph", null))).isInstanceOf(TagException.class);
        TAG.check(TestTag.of("Graph", "a:b.c"));
        assertThatThrownBy(() -> TAG.resolve(TestTag.of("Graph", "a:b:c")))
                .isInstanceOf(TagException.class)
                .hasMessageContaining("slug:section.section");
    }

    @Test
    void withoutTheGraphTheTagSaysWhatToDeploy() {
        assertThatThrownBy(() -> new GraphTag().resolve(TestTag.of("Graph", "a")))
                .isInstanceOfSatisfying(
                        TagException.class, e -> assertThat(e.hint()).isEqualTo("deploy io.precinct.graph"));
    }
}
