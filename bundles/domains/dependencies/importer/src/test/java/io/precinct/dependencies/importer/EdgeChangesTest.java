package io.precinct.dependencies.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.SaidEdge;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EdgeChangesTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final Instant COMMITTED = Instant.parse("2026-05-01T12:00:00Z");
    private static final Edge EDGE = new Edge("service:a", "depends-on", "library:npm/b");
    private static final Edge OTHER = new Edge("service:a", "depends-on", "library:npm/c");
    private static final Map<String, Object> META = Map.of("files", List.of("a/package.json"));

    private static final DefinedNames NONE = new DefinedNames("r", Set.of(), Set.of());

    private static EdgeChanges changes(Instant committed, Map<Edge, Map<String, Object>> wanted, SaidEdge... said) {
        return EdgeChanges.of(
                new EdgeChanges.Reading("r", "c1", committed, wanted, Set.of(), Set.of()), NONE, List.of(said), NOW);
    }

    private static SaidEdge said(Edge edge, boolean asserted, Instant time, long seq) {
        return new SaidEdge(edge, asserted, time, seq, asserted ? META : null);
    }

    @Test
    void onlyWhatChangedIsSaid() {
        assertThat(changes(COMMITTED, Map.of(EDGE, META), said(EDGE, true, COMMITTED, 1))
                        .events())
                .isEmpty();
        assertThat(changes(COMMITTED, Map.of(), said(EDGE, false, COMMITTED, 1)).events())
                .isEmpty();
        EdgeChanges both = changes(COMMITTED, Map.of(OTHER, META), said(EDGE, true, COMMITTED, 1));
        assertThat(both.events())
                .extracting(EdgeEvent::edge, EdgeEvent::asserted)
                .containsExactly(tuple(OTHER, true), tuple(EDGE, false));
        assertThat(both.asserted()).isEqualTo(1);
        assertThat(both.withdrawn()).isEqualTo(1);
        assertThat(changes(COMMITTED, Map.of(EDGE, Map.of("port", 1L)), said(EDGE, true, COMMITTED, 1))
                        .asserted())
                .as("it is said otherwise")
                .isEqualTo(1);
    }

    @Test
    void theTimeIsThatOfTheCommitButBehindWhatWasSaidAndNeverAhead() {
        assertThat(changes(COMMITTED, Map.of(EDGE, META)).events())
                .extracting(EdgeEvent::time)
                .containsExactly(COMMITTED);
        assertThat(changes(NOW.plus(Duration.ofDays(400)), Map.of(EDGE, META)).events())
                .as("a clock that is wrong")
                .extracting(EdgeEvent::time)
                .containsExactly(NOW);
        assertThat(changes(COMMITTED, Map.of(), said(EDGE, true, NOW, 1)).events())
                .as("an older commit came back")
                .extracting(EdgeEvent::time)
                .containsExactly(NOW.plusNanos(1_000));
        Instant ahead = NOW.plus(Duration.ofMinutes(5));
        assertThat(changes(COMMITTED, Map.of(), said(EDGE, true, ahead, 1)).events())
                .extracting(EdgeEvent::time)
                .containsExactly(ahead);
    }

    @Test
    void anIdIsTheSameForTheSameChangeAndAnotherForEachFurtherOne() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            ids.add(changes(COMMITTED, Map.of(EDGE, META)).events().getFirst().id());
        }
        assertThat(ids).hasSize(1);
        ids.add(changes(COMMITTED, Map.of(EDGE, META), said(EDGE, false, COMMITTED, 2))
                .events()
                .getFirst()
                .id());
        ids.add(changes(COMMITTED, Map.of(EDGE, META), said(EDGE, false, COMMITTED, 4))
                .events()
                .getFirst()
                .id());
        ids.add(changes(COMMITTED, Map.of(), said(EDGE, true, COMMITTED, 4))
                .events()
                .getFirst()
                .id());
        assertThat(ids).hasSize(4);
    }

    // @req:dependency-import-faults
    @Test
    void whatAFileSaidThatCannotBeReadIsKept() {
        var broken = new EdgeChanges.Reading("r", "c2", COMMITTED, Map.of(), Set.of(), Set.of("a/package.json"));
        var elsewhere = new EdgeChanges.Reading("r", "c2", COMMITTED, Map.of(), Set.of(), Set.of("z/package.json"));
        List<SaidEdge> said = List.of(said(EDGE, true, COMMITTED, 1));
        assertThat(EdgeChanges.of(broken, NONE, said, NOW).events()).isEmpty();
        assertThat(EdgeChanges.of(broken, NONE, said, NOW).kept()).isEqualTo(1);
        assertThat(EdgeChanges.of(elsewhere, NONE, said, NOW).withdrawn()).isEqualTo(1);
        List<SaidEdge> unknown = List.of(new SaidEdge(EDGE, true, COMMITTED, 1, Map.of()));
        assertThat(EdgeChanges.of(elsewhere, NONE, unknown, NOW).kept())
                .as("nobody knows which file said it")
                .isEqualTo(1);
    }
}
