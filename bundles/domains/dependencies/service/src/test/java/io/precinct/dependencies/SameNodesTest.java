package io.precinct.dependencies;

import static io.precinct.dependencies.GraphFixture.edges;
import static io.precinct.dependencies.GraphFixture.event;
import static io.precinct.dependencies.GraphFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests events that say that two nodes are the same. */
// @req:dependency-same
class SameNodesTest {
    private static final String LATER = "2026-02-01T00:00:00Z";
    private static final String LAST = "2026-03-01T00:00:00Z";

    @ClassFixture
    private static GraphFixture graph;

    /** Returns the distance of each node of a response. */
    @SuppressWarnings("unchecked") // plain data
    private static Map<String, Integer> distances(TestAnswer answer) {
        Map<String, Integer> distances = new TreeMap<>();
        ((List<Map<String, Object>>) answer.json().get("nodes"))
                .forEach(node -> distances.put((String) node.get("name"), (Integer) node.get("distance")));
        return distances;
    }

    @Test
    void whoeverDependsOnOneDependsOnTheOtherAtNoFurtherStep() {
        graph.taken(List.of(
                event("w-1", "assert", "w:user", "client-of", "w:shop/db"),
                event("w-2", "assert", "w:stock/db", "depends-on", "w:disk"),
                event("w-3", "assert", "w:stock/db", "same-as", "w:shop/db", LATER),
                event("w-4", "assert", "w:stock/db", "same-as", "w:old/db", LATER)));

        TestAnswer impact = graph.get("/graph/impact?node=w:disk");
        assertThat(distances(impact))
                .isEqualTo(Map.of("w:disk", 0, "w:stock/db", 1, "w:shop/db", 1, "w:old/db", 1, "w:user", 2));
        assertThat(edges(impact, "edges"))
                .as("and why")
                .containsExactlyInAnyOrder(
                        "w:stock/db>w:disk", "w:shop/db>w:stock/db", "w:old/db>w:stock/db", "w:user>w:shop/db");
        assertThat(distances(graph.get("/graph/impact?node=w:disk&depth=1")))
                .as("at the last step, too")
                .containsOnlyKeys("w:disk", "w:stock/db", "w:shop/db", "w:old/db");
        assertThat(distances(graph.get("/graph/impact?node=w:old/db&type=client-of")))
                .as("over two, whichever dependencies are followed")
                .isEqualTo(Map.of("w:old/db", 0, "w:stock/db", 0, "w:shop/db", 0, "w:user", 1));
        assertThat(distances(graph.get("/graph/neighbours?node=w:old/db")))
                .isEqualTo(Map.of("w:old/db", 0, "w:stock/db", 0, "w:shop/db", 0, "w:user", 1, "w:disk", 1));
        TestAnswer path = graph.get("/graph/path?from=w:user&to=w:disk");
        assertThat(nodes(path)).containsExactly("w:user", "w:shop/db", "w:stock/db", "w:disk");
        assertThat(distances(path)).containsEntry("w:stock/db", 1).containsEntry("w:disk", 2);
        assertThat(edges(path, "edges"))
                .containsExactlyInAnyOrder("w:user>w:shop/db", "w:shop/db>w:stock/db", "w:stock/db>w:disk");
        assertThat(nodes(graph.get("/graph/path?from=w:user&to=w:disk&depth=2")))
                .hasSize(4);
        assertThat(nodes(graph.get("/graph/path?from=w:old/db&to=w:shop/db")))
                .containsExactly("w:old/db", "w:stock/db", "w:shop/db");
        assertThat(edges(graph.get("/graph/path?from=w:disk&to=w:user&direction=in"), "edges"))
                .containsExactlyInAnyOrder("w:user>w:shop/db", "w:shop/db>w:stock/db", "w:stock/db>w:disk");
    }

    @Test
    void beforeItWasSaidAndAfterItIsTakenBackTheyAreTwo() {
        graph.taken(List.of(
                event("b-1", "assert", "b:user", "client-of", "b:1"),
                event("b-2", "assert", "b:1", "same-as", "b:2", LATER),
                event("b-3", "retract", "b:2", "same-as", "b:1", LAST)));

        assertThat(nodes(graph.get("/graph/impact?node=b:2"))).containsExactly("b:2");
        assertThat(nodes(graph.get("/graph/impact?node=b:2&as_of=2026-02-15T00:00:00Z")))
                .containsExactly("b:2", "b:1", "b:user");
        assertThat(nodes(graph.get("/graph/impact?node=b:2&as_of=2026-01-15T00:00:00Z")))
                .containsExactly("b:2");
        TestAnswer said = graph.get("/graph/diff?since=2026-01-15T00:00:00Z&until=2026-02-15T00:00:00Z");
        assertThat(edges(said, "added")).contains("b:1>b:2");
        TestAnswer back = graph.get("/graph/diff?since=2026-02-15T00:00:00Z&until=2026-03-15T00:00:00Z");
        assertThat(edges(back, "removed")).contains("b:1>b:2");

        var again = event("b-4", "assert", "b:2", "same-as", "b:1", LAST);
        again.put("producer", "other");
        graph.taken(List.of(again));
        assertThat(nodes(graph.get("/graph/impact?node=b:2")))
                .as("somebody else says so")
                .containsExactly("b:2", "b:1", "b:user");
        assertThat(edges(graph.get("/graph/edges?type=same-as&from=b:1"), "items"))
                .containsExactly("b:1>b:2");
    }

    @Test
    void aNodeIsNotTheSameAsItself() {
        TestAnswer refused = graph.add(event("self-1", "assert", "self:a", "same-as", "self:a"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("an edge leads to another node");
        assertThat(graph.get("/graph/impact?node=self:b&type=same-as").status())
                .as("it is no dependency that is followed or not")
                .isEqualTo(422);
    }

    @Test
    void aNodeDanglesUnlessSomebodySaidWhatATwinDependsOn() {
        graph.taken(List.of(
                event("d-1", "assert", "dang:user", "depends-on", "dang:named"),
                event("d-2", "assert", "dang:defined", "depends-on", "dang:leaf"),
                event("d-3", "assert", "dang:named", "same-as", "dang:between", LATER),
                event("d-4", "assert", "dang:between", "same-as", "dang:defined", LATER)));

        String listed = graph.get("/graph/nodes?q=dang:").text();
        assertThat(listed)
                .contains("{\"name\":\"dang:named\",\"dependencies\":0,\"dependents\":1,\"dangling\":false}")
                .contains("{\"name\":\"dang:between\",\"dependencies\":0,\"dependents\":0,\"dangling\":false}")
                .contains("{\"name\":\"dang:leaf\",\"dependencies\":0,\"dependents\":1,\"dangling\":true}");
        assertThat(graph.get("/graph/nodes?q=dang:named&as_of=2026-01-15T00:00:00Z")
                        .text())
                .contains("\"dangling\":true");
        graph.taken(List.of(event("d-5", "retract", "dang:defined", "same-as", "dang:between", LAST)));
        assertThat(graph.get("/graph/nodes?q=dang:named").text()).contains("\"dangling\":true");
    }

    @Test
    void edgesAndCountsSayWhatThereIs() throws Exception {
        try (var own = new GraphFixture()) {
            own.add(List.of(
                    event("c-1", "assert", "service:a", "client-of", "service:b"),
                    event("c-2", "assert", "service:c", "same-as", "service:b")));
            assertThat(edges(own.get("/graph/edges"), "items"))
                    .containsExactly("service:a>service:b", "service:b>service:c");
            assertThat(own.get("/graph").json()).containsEntry("edges", 2L);
        }
    }

    @Test
    void otherProgramsAndPicturesShowALineWithoutATip() {
        graph.taken(List.of(
                event("f-1", "assert", "fmt:user", "client-of", "fmt:1"),
                event("f-2", "assert", "fmt:2", "same-as", "fmt:1")));
        String around = "/graph/neighbours?node=fmt:2";
        assertThat(graph.get(around + "&format=dot").text())
                .contains("\"fmt:1\" -> \"fmt:2\" [label=\"same-as\", dir=none, style=dotted, constraint=false];");
        assertThat(graph.get(around + "&format=mermaid").text()).contains("n1 -.-|same-as| n0");
        assertThat(graph.get(around + "&format=graphml").text())
                .contains("<edge source=\"n1\" target=\"n0\" directed=\"false\"><data key=\"type\">same-as</data>");
        String picture = graph.get(around + "&format=svg").text();
        assertThat(picture).contains("<title>fmt:1 same-as fmt:2</title>").containsPattern(">same-as</text>");
        assertThat(picture.substring(picture.indexOf("fmt:1 same-as fmt:2")).split("</g>")[0])
                .doesNotContain("marker-end");
        assertThat(graph.get("/graph/neighbours?node=fmt:user&depth=1&format=svg&as_of=2025-01-01T00:00:00Z")
                        .text())
                .as("where there is none, the legend has none")
                .doesNotContain(">same-as</text>");
        assertThat(graph.request("GET", around)
                        .header("Accept", "text/html")
                        .send()
                        .text())
                .contains("<td>same-as</td>");
    }

    @Test
    void oneOfManyThatAreAllTheSameIsBoundedLikeEveryWalk() {
        List<Map<String, @Nullable Object>> events = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            events.add(event("chain-" + i, "assert", "chain:" + i, "same-as", "chain:" + (i + 1)));
        }
        graph.taken(events);
        for (String asOf : List.of("", "&as_of=2026-06-01T00:00:00Z")) {
            TestAnswer impact = graph.get("/graph/impact?node=chain:0&depth=1" + asOf);
            assertThat(nodes(impact)).hasSize(10_000);
            assertThat(impact.json()).containsEntry("truncated_by", "nodes");
        }
        assertThat(nodes(graph.get("/graph/path?from=chain:10&to=chain:400"))).hasSize(391);
    }

    /** Random graphs of dependencies and of nodes that are the same: a walk finds what a search of the merged graph does. */
    @Test
    void aWalkFindsWhatASearchOfTheMergedGraphFinds() {
        var random = new Random(7);
        for (int round = 0; round < 12; round++) {
            List<Map<String, @Nullable Object>> events = new ArrayList<>();
            List<int[]> dependencies = new ArrayList<>();
            int[] merged = new int[24];
            for (int i = 0; i < merged.length; i++) {
                merged[i] = i;
            }
            for (int i = 0; i < 30; i++) {
                int from = random.nextInt(24);
                int to = (from + 1 + random.nextInt(23)) % 24;
                boolean isSame = random.nextInt(3) == 0;
                String name = "m" + round + ":";
                events.add(event(
                        "m-" + round + "-" + i, "assert", name + from, isSame ? "same-as" : "depends-on", name + to));
                if (isSame) {
                    int gone = merged[from];
                    int kept = merged[to];
                    for (int k = 0; k < merged.length; k++) {
                        merged[k] = merged[k] == gone ? kept : merged[k];
                    }
                } else {
                    dependencies.add(new int[] {from, to});
                }
            }
            graph.taken(events);
            for (int start = 0; start < 24; start += 5) {
                TestAnswer impact = graph.get("/graph/impact?node=m" + round + ":" + start + "&depth=3");
                if (impact.status() == 200) {
                    assertThat(distances(impact)).isEqualTo(expected(round, start, merged, dependencies));
                }
            }
        }
    }

    private static Map<String, Integer> expected(int round, int start, int[] merged, List<int[]> dependencies) {
        Map<Integer, Integer> groups = new HashMap<>(Map.of(merged[start], 0));
        for (int distance = 1; distance <= 3; distance++) {
            Set<Integer> reached = new HashSet<>(groups.keySet());
            for (int[] edge : dependencies) {
                if (reached.contains(merged[edge[1]])) {
                    groups.putIfAbsent(merged[edge[0]], distance);
                }
            }
        }
        Map<String, Integer> expected = new TreeMap<>();
        for (int node = 0; node < merged.length; node++) {
            Integer distance = groups.get(merged[node]);
            if (distance != null) {
                expected.put("m" + round + ":" + node, distance);
            }
        }
        return expected;
    }
}
