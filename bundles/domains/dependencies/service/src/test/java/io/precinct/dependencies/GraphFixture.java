package io.precinct.dependencies;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.endpoint.DependencyDatabase;
import io.precinct.dependencies.endpoint.EventEndpoints;
import io.precinct.dependencies.endpoint.GraphEndpoints;
import io.precinct.dependencies.endpoint.ProducerLogs;
import io.precinct.dependencies.event.ProducerSettings;
import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.api.Database;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import io.precinct.testkit.TestRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of the dependency graph on their own database, called through the complete handler chain. Thread-safe.
 */
final class GraphFixture implements AutoCloseable {
    static final String AT = "2026-01-01T00:00:00Z";

    private final TestDatabase databases = TestDatabase.fresh();
    private final DependencyDatabase graph =
            new DependencyDatabase(databases, ProducerSettings.fixed(Map.of("granted", Set.of("ada", "bob"))));
    private final TestChain chain = TestChain.empty()
            .strictInput(true)
            .family("graph_events", new EventEndpoints(graph))
            .family("dependencies", new GraphEndpoints(graph))
            .start();

    GraphFixture() {
        Eventually.untilAsserted(
                "the database answers", () -> database().write(transaction -> transaction.execute("SELECT 1")));
    }

    Database database() {
        return graph.database();
    }

    ProducedEvents producedEvents() {
        return new ProducerLogs(graph);
    }

    TestAnswer get(String target) {
        return request("GET", target).send();
    }

    TestRequest request(String method, String target) {
        return chain.request(method, target);
    }

    TestAnswer add(Object body) {
        return request("POST", "/graph/events").json(body).send();
    }

    /** Sends events that are taken. */
    TestAnswer taken(List<Map<String, @Nullable Object>> events) {
        TestAnswer answer = add(events);
        assertThat(answer.status()).as(answer::toString).isEqualTo(200);
        return answer;
    }

    static Map<String, @Nullable Object> event(String id, String op, String from, String type, String to) {
        return event(id, op, from, type, to, AT);
    }

    static Map<String, @Nullable Object> event(String id, String op, String from, String type, String to, String time) {
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("event_id", id);
        event.put("time", time);
        event.put("producer", "test");
        event.put("op", op);
        event.put("from", from);
        event.put("to", to);
        event.put("type", type);
        return event;
    }

    /** Returns {@code from>to} for each edge of a response, in order. */
    @SuppressWarnings("unchecked") // plain data
    static List<String> edges(TestAnswer answer, String member) {
        return ((List<Map<String, Object>>) Objects.requireNonNull(answer.json().get(member), answer::toString))
                .stream().map(edge -> edge.get("from") + ">" + edge.get("to")).toList();
    }

    /** Returns the names of the nodes of a response, in order. */
    @SuppressWarnings("unchecked") // plain data
    static List<String> nodes(TestAnswer answer) {
        return ((List<Map<String, Object>>) Objects.requireNonNull(answer.json().get("nodes"), answer::toString))
                .stream().map(node -> (String) node.get("name")).toList();
    }

    @Override
    public void close() throws Exception {
        chain.close();
        databases.close();
    }
}
