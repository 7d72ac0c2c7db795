package io.precinct.dependencies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.api.SaidEdge;
import io.precinct.testing.ClassFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ProducedEventsTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00.000001Z");

    @ClassFixture
    private static GraphFixture graph;

    private static ProducedEvents events;

    @BeforeAll
    static void start() {
        events = graph.producedEvents();
    }

    private static EdgeEvent event(String id, boolean asserted, Edge edge, Map<String, Object> meta) {
        return new EdgeEvent(id, AT, asserted, edge, meta);
    }

    private static void append(String producer, List<EdgeEvent> all) {
        events.produce(producer, log -> {
            log.append(all);
            return null;
        });
    }

    @Test
    void whatAProducerSaidLastIsThereWithAllThatItSaid() {
        var one = new Edge("service:p1", "client-of", "service:p2");
        var other = new Edge("service:p1", "depends-on", "library:p3");
        Map<String, Object> meta = Map.of("url", "http://p2", "files", List.of("a/compose.yml"));
        append("import:said", List.of(event("said-1", true, one, meta), event("said-2", true, other, null)));
        append("import:said", List.of(event("said-3", false, other, null)));

        List<SaidEdge> said = events.said("import:said");
        assertThat(said).extracting(SaidEdge::edge).containsExactly(one, other);
        assertThat(said).extracting(SaidEdge::asserted).containsExactly(true, false);
        assertThat(said).extracting(SaidEdge::time).containsOnly(AT);
        assertThat(said.getFirst().meta()).isEqualTo(meta);
        assertThat(said.getFirst().seq()).isLessThan(said.getLast().seq());
        assertThat(graph.get("/graph/edges?from=service:p1").text())
                .contains("\"files\":[\"a/compose.yml\"]")
                .doesNotContain("p3");
        assertThat(events.producers()).contains("import:said");
        append("import:said", List.of(event("said-4", false, one, null)));
        assertThat(events.producers()).as("it asserts nothing any more").doesNotContain("import:said");
    }

    @Test
    void howeverManyEventsAreAppendedAsAWholeOrNotAtAll() {
        List<EdgeEvent> many = new ArrayList<>(IntStream.range(0, 25_000)
                .mapToObj(i -> event("many-" + i, true, new Edge("service:many", "depends-on", "library:l" + i), null))
                .toList());
        many.add(new EdgeEvent(
                "many-late",
                Instant.now().plus(Duration.ofHours(1)),
                true,
                new Edge("service:many", "depends-on", "library:late"),
                null));
        assertThatThrownBy(() -> append("import:many", many))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("time is in the future");
        assertThat(events.said("import:many")).isEmpty();

        many.removeLast();
        assertThatThrownBy(() -> events.produce("import:many", log -> {
                    log.append(many);
                    throw new IllegalStateException("for a reason");
                }))
                .hasMessage("for a reason");
        assertThat(events.said("import:many")).isEmpty();

        append("import:many", many);
        assertThat(events.said("import:many")).hasSize(25_000);
    }

    @Test
    void whoProducesSeesAllThatOthersSaidBeforeForTheSameProducer() throws Exception {
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                tasks.add(() -> events.produce("import:turns", log -> {
                    int said = log.said().size();
                    log.append(List.of(event(
                            "turn-" + said, true, new Edge("service:turn", "depends-on", "library:t" + said), null)));
                    return said;
                }));
            }
            List<Integer> seen = new ArrayList<>();
            for (Future<Integer> each : threads.invokeAll(tasks)) {
                seen.add(each.get());
            }
            assertThat(seen)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 12).boxed().toList());
        }
    }

    @Test
    void namesAndBoundsAreThoseOfTheContract() {
        assertThatThrownBy(() -> events.said("ci")).isInstanceOf(IllegalArgumentException.class);
        var loop = new Edge("service:x", "depends-on", "service:x");
        assertThatThrownBy(() -> append("import:bad", List.of(event("bad-1", true, loop, null))))
                .hasMessageContaining("leads to another node");
        assertThatThrownBy(() -> append(
                        "import:bad",
                        List.of(event("bad-2", true, new Edge("a", "depends-on", "b"), Map.of("colour", "red")))))
                .hasMessageContaining("colour");
    }
}
