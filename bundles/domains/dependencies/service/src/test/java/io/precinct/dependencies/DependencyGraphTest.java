package io.precinct.dependencies;

import static io.precinct.dependencies.GraphFixture.edges;
import static io.precinct.dependencies.GraphFixture.event;
import static io.precinct.dependencies.GraphFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Json;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DependencyGraphTest {
    private static final String EDGES =
            "SELECT string_agg(source || ' ' || type || ' ' || target || ' ' || producer || ' '"
                    + " || at || ' ' || seq || ' ' || asserted || ' ' || coalesce(meta, ''), ';'"
                    + " ORDER BY source, type, target, producer) FROM ";

    /** The cumulative view, computed from the events alone. */
    private static final String REPLAYED =
            "(SELECT DISTINCT ON (source, type, target, producer) * FROM dependencies.event"
                    + " ORDER BY source, type, target, producer, at DESC, seq DESC) AS replayed";

    @ClassFixture
    private static GraphFixture graph;

    @Test
    void anEventCountsOnceAndAnotherWithItsIdIsRefused() {
        var one = event("once-1", "assert", "service:a1", "client-of", "service:b1");
        assertThat(graph.add(one).json()).containsEntry("added", 1L).containsEntry("known", 0L);
        assertThat(graph.add(one).json()).containsEntry("added", 0L).containsEntry("known", 1L);
        assertThat(graph.taken(List.of(one, one)).json()).containsEntry("known", 2L);

        var other = event("once-1", "retract", "service:a1", "client-of", "service:b1");
        var fresh = event("once-2", "assert", "service:a1", "client-of", "service:c1");
        TestAnswer refused = graph.add(List.of(fresh, other));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json())
                .containsEntry("code", "event_conflict")
                .containsEntry("event_ids", List.of("once-1"));
        assertThat(edges(graph.get("/graph/edges?from=service:a1"), "items"))
                .as("nothing of the batch")
                .containsExactly("service:a1>service:b1");
    }

    @Test
    void whatIsWrongIsToldWithItsLineAndNothingIsTaken() {
        String good = Json.compact(event("bad-0", "assert", "service:a2", "depends-on", "library:x"));
        String lines = good + "\n\nnonsense\n"
                + Json.compact(event("bad-1", "assert", "service:a2", "calls", "service:a2"))
                + "\n"
                + Json.compact(
                        event("bad-2", "assert", "service:a2", "depends-on", "library:y", "2999-01-01T00:00:00Z"));
        TestAnswer refused = graph.request("POST", "/graph/events")
                .body("application/x-ndjson", lines)
                .send();

        assertThat(refused.status()).as(refused::toString).isEqualTo(422);
        assertThat(String.valueOf(refused.json().get("errors")))
                .contains("line 3: this is not JSON", "line 4: type is one of", "line 4: an edge leads to another node")
                .contains("line 5: time is in the future");
        assertThat(graph.get("/graph/neighbours?node=service:a2").status()).isEqualTo(404);

        var large = event("bad-3", "assert", "service:a2", "depends-on", "library:x");
        large.put("meta", Map.of("url", "http://" + "x".repeat(1 << 20)));
        assertThat(graph.add(large).status()).isEqualTo(422);
        var strange = event("bad-4", "assert", "service:a2", "depends-on", "library:x");
        strange.put("meta", Map.of("colour", "red"));
        assertThat(graph.add(strange).text()).contains("/meta/colour", "security_groups");
        assertThat(graph.add(List.of()).status()).isEqualTo(422);
    }

    @Test
    void aBatchOfLinesIsTaken() {
        var withMeta = event("lines-2", "assert", "service:ü3", "client-of", "service:c3");
        withMeta.put("meta", Map.of("url", "http://c3", "port", 80, "security_groups", List.of("sg-1")));
        String lines = Json.compact(event("lines-1", "assert", "service:ü3", "client-of", "service:b3")) + "\r\n"
                + Json.compact(withMeta) + "\n";
        assertThat(graph.request("POST", "/graph/events")
                        .body("application/x-ndjson", lines)
                        .send()
                        .json())
                .containsEntry("added", 2L);

        TestAnswer answer = graph.get("/graph/edges?from=service:%C3%BC3&type=client-of");
        assertThat(edges(answer, "items")).containsExactly("service:ü3>service:b3", "service:ü3>service:c3");
        assertThat(answer.text()).contains("\"security_groups\":[\"sg-1\"]", "\"port\":80", "\"producers\":[\"test\"]");
    }

    @Test
    void usedByIsTheInverseAndAnEdgeIsThereWhileSomebodySaysSo() {
        var inverse = event("inv-1", "assert", "library:l4", "used-by", "service:a4");
        var second = event("inv-2", "assert", "service:a4", "depends-on", "library:l4");
        second.put("producer", "other");
        graph.taken(List.of(inverse, second));
        assertThat(edges(graph.get("/graph/edges?to=library:l4"), "items")).containsExactly("service:a4>library:l4");
        assertThat(graph.get("/graph/edges?to=library:l4").text()).contains("[\"other\",\"test\"]");

        graph.taken(List.of(event("inv-3", "retract", "library:l4", "used-by", "service:a4", "2026-02-01T00:00:00Z")));
        assertThat(edges(graph.get("/graph/edges?to=library:l4"), "items")).hasSize(1);
        var gone = event("inv-4", "retract", "service:a4", "depends-on", "library:l4", "2026-03-01T00:00:00Z");
        gone.put("producer", "other");
        graph.taken(List.of(gone));
        assertThat(edges(graph.get("/graph/edges?to=library:l4"), "items")).isEmpty();
        assertThat(edges(graph.get("/graph/edges?to=library:l4&as_of=2026-02-15T00:00:00Z"), "items"))
                .hasSize(1);
        assertThat(edges(graph.get("/graph/edges?to=library:l4&as_of=2025-02-15T00:00:00Z"), "items"))
                .isEmpty();
    }

    @Test
    void whatComesLateCountsAtItsTime() {
        graph.taken(
                List.of(event("late-1", "retract", "service:a5", "client-of", "service:b5", "2026-03-01T00:00:00Z")));
        graph.taken(
                List.of(event("late-2", "assert", "service:a5", "client-of", "service:b5", "2026-02-01T00:00:00Z")));
        assertThat(edges(graph.get("/graph/edges?from=service:a5"), "items")).isEmpty();
        assertThat(edges(graph.get("/graph/edges?from=service:a5&as_of=2026-02-15T00:00:00Z"), "items"))
                .hasSize(1);
    }

    @Test
    void walksEndOnCyclesAndFindTheShortestWay() {
        graph.taken(List.of(
                event("cyc-1", "assert", "s:1", "depends-on", "s:2"),
                event("cyc-2", "assert", "s:2", "depends-on", "s:3"),
                event("cyc-3", "assert", "s:3", "depends-on", "s:1"),
                event("cyc-4", "assert", "s:3", "client-of", "s:4"),
                event("cyc-5", "assert", "s:1", "client-of", "s:3")));

        assertThat(nodes(graph.get("/graph/impact?node=s:4"))).containsExactly("s:4", "s:3", "s:1", "s:2");
        assertThat(nodes(graph.get("/graph/impact?node=s:4&depth=1"))).containsExactly("s:4", "s:3");
        assertThat(nodes(graph.get("/graph/impact?node=s:4&type=depends-on"))).containsExactly("s:4");
        assertThat(nodes(graph.get("/graph/neighbours?node=s:1"))).containsExactlyInAnyOrder("s:1", "s:2", "s:3");
        assertThat(nodes(graph.get("/graph/neighbours?node=s:1&direction=in"))).containsExactly("s:1", "s:3");
        TestAnswer path = graph.get("/graph/path?from=s:1&to=s:4");
        assertThat(nodes(path)).containsExactly("s:1", "s:3", "s:4");
        assertThat(edges(path, "edges")).containsExactlyInAnyOrder("s:1>s:3", "s:3>s:4");
        assertThat(nodes(graph.get("/graph/path?from=s:4&to=s:1"))).isEmpty();
        assertThat(nodes(graph.get("/graph/path?from=s:4&to=s:1&direction=both")))
                .hasSize(3);
        assertThat(graph.get("/graph/path?from=s:1&to=s:9").status()).isEqualTo(404);
        assertThat(graph.get("/graph/path?from=s:1").status()).isEqualTo(422);
    }

    @Test
    void aWalkThatEndsAtItsDepthSaysSoAndGoesOnWithMore() {
        List<Map<String, @Nullable Object>> events = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            events.add(event("deep-" + i, "assert", "deep:" + i, "depends-on", "deep:" + (i + 1)));
        }
        graph.taken(events);

        TestAnswer cut = graph.get("/graph/path?from=deep:0&to=deep:60");
        assertThat(nodes(cut)).isEmpty();
        assertThat(cut.json()).containsEntry("truncated", true).containsEntry("truncated_by", "depth");
        TestAnswer whole = graph.get("/graph/path?from=deep:0&to=deep:60&depth=60");
        assertThat(nodes(whole)).hasSize(61);
        assertThat(whole.json()).containsEntry("truncated", false).doesNotContainKey("truncated_by");
        TestAnswer none = graph.get("/graph/path?from=deep:60&to=deep:0");
        assertThat(none.json()).containsEntry("truncated", false);

        for (String asOf : List.of("", "&as_of=2026-06-01T00:00:00Z")) {
            TestAnswer impact = graph.get("/graph/impact?node=deep:60" + asOf);
            assertThat(nodes(impact)).hasSize(6);
            assertThat(impact.json()).containsEntry("truncated", true).containsEntry("truncated_by", "depth");
            assertThat(graph.get("/graph/impact?node=deep:60&depth=60" + asOf).json())
                    .containsEntry("truncated", false);
            assertThat(graph.get("/graph/impact?node=deep:5" + asOf).json()).containsEntry("truncated", false);
        }
        assertThat(graph.get("/graph/neighbours?node=deep:5").json())
                .as("its depth is the question")
                .containsEntry("truncated", false);
        assertThat(graph.request("GET", "/graph/path?from=deep:0&to=deep:60")
                        .header("Accept", "text/html")
                        .send()
                        .text())
                .contains("No way was found within 50 steps");
    }

    @Test
    void anEdgeIsThereAsOfItsOwnSince() {
        graph.taken(
                List.of(event("micro-1", "assert", "micro:a", "depends-on", "micro:b", "2026-01-02T03:04:05.123456Z")));
        TestAnswer edge = graph.get("/graph/edges?from=micro:a");
        assertThat(edge.text()).contains("\"since\":\"2026-01-02T03:04:05.123456Z\"");
        for (String there : List.of("2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05.123456999Z")) {
            assertThat(edges(graph.get("/graph/edges?from=micro:a&as_of=" + there), "items"))
                    .as(there)
                    .hasSize(1);
        }
        for (String before : List.of("2026-01-02T03:04:05.123455999Z", "2026-01-02T03:04:05.123Z")) {
            assertThat(edges(graph.get("/graph/edges?from=micro:a&as_of=" + before), "items"))
                    .as(before)
                    .isEmpty();
        }
        TestAnswer finer = graph.add(
                event("micro-2", "assert", "micro:a", "depends-on", "micro:c", "2026-01-02T03:04:05.1234567Z"));
        assertThat(finer.status()).isEqualTo(422);
        assertThat(finer.text()).contains("at most microseconds");
    }

    @Test
    void theSecretsOfAnAddressAreNotKept() {
        var secret = event("url-1", "assert", "url:a", "client-of", "url:b");
        secret.put("meta", Map.of("url", "amqp://app:hunter2@mq/x?token=hunter2&q=1"));
        assertThat(graph.taken(List.of(secret)).json()).containsEntry("added", 1L);
        assertThat(graph.taken(List.of(secret)).json()).containsEntry("known", 1L);

        assertThat(graph.get("/graph/edges?from=url:a").text())
                .contains("\"url\":\"amqp://app:***@mq/x?token=***&q=1\"");
        assertThat(graph.get("/graph/edges?from=url:a&as_of=2026-06-01T00:00:00Z")
                        .text())
                .doesNotContain("hunter2");
        String kept = graph.database()
                .read(transaction -> transaction
                        .select("SELECT string_agg(meta, ' ') FROM dependencies.event")
                        .mapTo(String.class)
                        .one());
        assertThat(kept).contains("amqp://").doesNotContain("hunter2");
    }

    private static TestAnswer addAs(String user, String id, String producer) {
        var event = event("own-" + id, "assert", "own:" + producer, "depends-on", "own:x");
        event.put("producer", producer);
        return graph.request("POST", "/graph/events")
                .as(user, "producer")
                .json(event)
                .send();
    }

    @Test
    void theNameOfAProducerBelongsToItsFirstWriter() {
        assertThat(addAs("ada", "1", "first").status()).isEqualTo(200);
        assertThat(addAs("ada", "2", "first").status()).isEqualTo(200);
        TestAnswer taken = addAs("bob", "3", "first");
        assertThat(taken.status()).isEqualTo(403);
        assertThat(taken.json()).containsEntry("code", "producer_taken").containsEntry("producers", List.of("first"));
        graph.taken(List.of(event("own-0", "assert", "own:0", "depends-on", "own:x")));
        assertThat(addAs("bob", "4", "test").status())
                .as("a client that nobody authenticated wrote with it")
                .isEqualTo(403);
        assertThat(addAs("bob", "5", "granted").status()).isEqualTo(200);
        assertThat(addAs("ada", "6", "granted").status()).isEqualTo(200);
        assertThat(addAs("eve", "7", "granted").status()).isEqualTo(403);
        assertThat(addAs("ada", "8", "import:shop").status()).isEqualTo(403);
        TestAnswer withoutRole = graph.request("POST", "/graph/events")
                .as("ada")
                .json(event("own-8", "assert", "own:8", "depends-on", "own:x"))
                .send();
        assertThat(withoutRole.status()).isEqualTo(403);
        assertThat(withoutRole.json()).containsEntry("code", "role_required");
        assertThat(graph.request("POST", "/graph/events")
                        .json(event("own-9", "assert", "own:9", "depends-on", "own:x"))
                        .send()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void otherProgramsCanReadIt() {
        graph.taken(List.of(event("fmt-1", "assert", "service:\"q\"<6>", "depends-on", "library:c6&d")));
        String around = "/graph/neighbours?node=library:c6%26d";
        assertThat(graph.get(around + "&format=dot").text())
                .contains("\"service:\\\"q\\\"<6>\" -> \"library:c6&d\" [label=\"depends-on\"];");
        assertThat(graph.get(around + "&format=mermaid").text())
                .contains("n1[\"service:#34;q#34;#60;6#62;\"]", "n1 -->|depends-on| n0");
        TestAnswer xml = graph.request("GET", around)
                .header("Accept", "application/graphml+xml")
                .send();
        assertThat(xml.text()).startsWith("<?xml");
        assertThat(xml.text())
                .contains("service:\"q\"&lt;6&gt;", "library:c6&amp;d", "<edge source=\"n1\" target=\"n0\">");
    }

    @Test
    void aLongListGoesOnByItsCursor() {
        List<Map<String, @Nullable Object>> events = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            events.add(event("page-" + i, "assert", "service:p", "depends-on", "library:p" + i));
        }
        graph.taken(events);
        Set<String> all = new TreeSet<>();
        String cursor = "";
        int pages = 0;
        do {
            TestAnswer page = graph.get("/graph/edges?from=service:p&limit=10" + cursor);
            all.addAll(edges(page, "items"));
            pages++;
            Object next = page.json().get("next_cursor");
            cursor = next == null ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        assertThat(all).hasSize(25);
        assertThat(pages).isEqualTo(3);
        assertThat(graph.get("/graph/edges?cursor=WyJhIl0").status()).isEqualTo(422);
    }

    @Test
    void nodesAreListedByNameWithTheirEdges() {
        graph.taken(List.of(
                event("nod-1", "assert", "service:node-a", "depends-on", "library:node-x"),
                event("nod-2", "assert", "service:node-b", "depends-on", "library:node-x"),
                event("nod-3", "assert", "service:node-b", "client-of", "service:node-a")));
        TestAnswer page = graph.get("/graph/nodes?kind=service&q=NODE-&limit=1");
        assertThat(page.text())
                .contains("{\"name\":\"service:node-a\",\"dependencies\":1,\"dependents\":1,\"dangling\":false}");
        assertThat(graph.get("/graph/nodes?kind=service&q=NODE-&limit=1&cursor="
                                + page.json().get("next_cursor"))
                        .text())
                .contains("\"service:node-b\",\"dependencies\":2", "\"next_cursor\":null");
        assertThat(graph.get("/graph/nodes?q=node-x").text()).contains("\"dependents\":2,\"dangling\":true");
        assertThat(graph.get("/graph/nodes?q=node-x&as_of=2025-01-01T00:00:00Z").text())
                .as("before it had an edge")
                .contains("\"items\":[]");
    }

    @Test
    void aNodeThatLostItsLastEdgeLeavesTheLists() {
        graph.taken(List.of(
                event("lost-1", "assert", "service:lost-a", "depends-on", "library:lost-x"),
                event("lost-2", "assert", "service:lost-b", "depends-on", "library:lost-x"),
                event("lost-3", "retract", "service:lost-a", "depends-on", "library:lost-x", "2026-02-01T00:00:00Z")));
        assertThat(graph.get("/graph/nodes?q=lost-").text())
                .contains("service:lost-b", "library:lost-x")
                .doesNotContain("lost-a");
        assertThat(graph.get("/graph/nodes?q=lost-&as_of=2026-01-15T00:00:00Z").text())
                .contains("service:lost-a");
        assertThat(nodes(graph.get("/graph/neighbours?node=service:lost-a"))).containsExactly("service:lost-a");
    }

    @Test
    void differencesBetweenTwoInstantsAreTold() {
        var moved = event("dif-3", "assert", "service:d", "client-of", "service:e", "2024-05-01T00:00:00Z");
        moved.put("meta", Map.of("port", 81));
        graph.taken(List.of(
                event("dif-1", "assert", "service:d", "client-of", "service:e", "2024-01-01T00:00:00Z"),
                event("dif-2", "assert", "service:d", "client-of", "service:f", "2024-01-01T00:00:00Z"),
                moved,
                event("dif-4", "retract", "service:d", "client-of", "service:f", "2024-05-02T00:00:00Z"),
                event("dif-5", "assert", "service:d", "client-of", "service:g", "2024-05-03T00:00:00Z"),
                event("dif-6", "assert", "service:d", "client-of", "service:h", "2024-05-03T00:00:00Z"),
                event("dif-7", "retract", "service:d", "client-of", "service:h", "2024-05-04T00:00:00Z")));
        TestAnswer diff = graph.get("/graph/diff?since=2024-03-01T00:00:00Z&until=2024-06-01T00:00:00Z");
        assertThat(edges(diff, "added")).containsExactly("service:d>service:g");
        assertThat(edges(diff, "removed")).containsExactly("service:d>service:f");
        assertThat(edges(diff, "changed")).containsExactly("service:d>service:e");
        assertThat(graph.get("/graph/diff").status()).isEqualTo(422);
        TestAnswer backwards = graph.get("/graph/diff?since=2024-06-01T00:00:00Z&until=2024-03-01T00:00:00Z");
        assertThat(backwards.status()).isEqualTo(422);
        assertThat(backwards.text()).contains("until is not before since");
        assertThat(graph.get("/graph/diff?since=2999-01-01T00:00:00Z").status()).isEqualTo(422);
    }

    @Test
    void nobodyChangesWhatWasSaid() {
        graph.taken(List.of(event("keep-1", "assert", "service:k", "depends-on", "library:k")));
        for (String change : List.of(
                "UPDATE dependencies.event SET producer = 'x'",
                "DELETE FROM dependencies.event",
                "TRUNCATE dependencies.event")) {
            assertThatThrownBy(() -> graph.database().write(transaction -> transaction.execute(change)))
                    .hasMessageContaining("neither changed nor deleted");
        }
    }

    /**
     * Many writers add events about the same edges at once, with random times: the view equals a replay, and so does a
     * walk.
     */
    @Test
    void theViewIsWhatAReplayOfAllEventsGives() throws Exception {
        var random = new Random(20260131);
        List<Map<String, @Nullable Object>> events = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            int from = random.nextInt(60);
            var event = event(
                    "rnd-" + i,
                    random.nextInt(3) == 0 ? "retract" : "assert",
                    "r:" + from,
                    random.nextBoolean() ? "depends-on" : random.nextBoolean() ? "client-of" : "used-by",
                    "r:" + (from + 1 + random.nextInt(59)) % 60,
                    "2026-0" + (1 + random.nextInt(9)) + "-01T00:00:00Z");
            event.put("producer", "p" + random.nextInt(2));
            events.add(event);
        }
        // No more than there are connections: one that waits for a connection for seconds is refused.
        try (var writers = Executors.newFixedThreadPool(8)) {
            List<Future<TestAnswer>> sent = new ArrayList<>();
            for (int i = 0; i < 4000; i += 100) {
                List<Map<String, @Nullable Object>> batch = events.subList(i, i + 100);
                sent.add(writers.submit(() -> graph.taken(batch)));
                sent.add(writers.submit(() -> graph.taken(batch)));
            }
            for (Future<TestAnswer> one : sent) {
                one.get();
            }
        }

        graph.database().read(transaction -> {
            String view = transaction
                    .select(EDGES + "dependencies.edge")
                    .mapTo(String.class)
                    .one();
            assertThat(view)
                    .isEqualTo(transaction
                            .select(EDGES + REPLAYED)
                            .mapTo(String.class)
                            .one());
            return view;
        });
        for (String asOf : List.of("2026-04-15T00:00:00Z", "2026-12-31T00:00:00Z")) {
            Map<String, Set<String>> dependents = dependents(events, asOf);
            for (int node = 0; node < 60; node += 7) {
                String name = "r:" + node;
                assertThat(nodes(graph.get("/graph/impact?node=" + name + "&depth=3&as_of=" + asOf)))
                        .containsExactlyInAnyOrderElementsOf(within(name, dependents, 3));
            }
        }
        assertThat(nodes(graph.get("/graph/impact?node=r:0&depth=3")))
                .as("of now")
                .containsExactlyInAnyOrderElementsOf(within("r:0", dependents(events, "2026-12-31T00:00:00Z"), 3));
    }

    /** Computes the dependents of each node independently; ties are decided by the number of the event. */
    private static Map<String, Set<String>> dependents(List<Map<String, @Nullable Object>> events, String asOf) {
        Map<String, Long> numbers = graph.database()
                .read(transaction -> transaction
                        .select("SELECT event_id, seq FROM dependencies.event")
                        .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                            all.put(row.getString(1), row.getLong(2));
                            return all;
                        }));
        Map<List<Object>, Map<String, @Nullable Object>> latest = new LinkedHashMap<>();
        for (Map<String, @Nullable Object> event : events) {
            if (String.valueOf(event.get("time")).compareTo(asOf) <= 0) {
                boolean inverse = "used-by".equals(event.get("type"));
                List<Object> key = List.of(
                        String.valueOf(event.get(inverse ? "to" : "from")),
                        String.valueOf(event.get(inverse ? "from" : "to")),
                        inverse ? "depends-on" : String.valueOf(event.get("type")),
                        String.valueOf(event.get("producer")));
                latest.merge(
                        key,
                        event,
                        (one, other) -> order(one, numbers).compareTo(order(other, numbers)) > 0 ? one : other);
            }
        }
        Map<String, Set<String>> dependents = new HashMap<>();
        latest.forEach((key, event) -> {
            if ("assert".equals(event.get("op"))) {
                dependents
                        .computeIfAbsent((String) key.get(1), _ -> new HashSet<>())
                        .add((String) key.get(0));
            }
        });
        return dependents;
    }

    private static String order(Map<String, @Nullable Object> event, Map<String, Long> numbers) {
        return "%s %012d".formatted(event.get("time"), numbers.get(String.valueOf(event.get("event_id"))));
    }

    private static Set<String> within(String start, Map<String, Set<String>> next, int depth) {
        Set<String> all = new HashSet<>(Set.of(start));
        for (int i = 0; i < depth; i++) {
            for (String one : List.copyOf(all)) {
                all.addAll(next.getOrDefault(one, Set.of()));
            }
        }
        return all;
    }
}
