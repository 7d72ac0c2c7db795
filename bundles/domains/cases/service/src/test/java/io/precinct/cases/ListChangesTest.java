package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.precinct.api.data.Data;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change of a checklist is a change of its case, with a version, a note and an event in the same transaction. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ListChangesTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer execute(String id, String action, @Nullable Object... params) {
        return fixture.post(
                "/api/tasks/" + id + "/lists/To%20check/execute",
                Data.map("action", action, "params", Data.map(params)));
    }

    private static long version(String id) {
        return ((Number) fixture.read(id).get("version")).longValue();
    }

    private static long events(String id) {
        return fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT count(*) FROM events.outbox WHERE data::jsonb -> 'case' ->> 'id' = ?")
                        .bind(0, id)
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void aChangeOfAListIsOneVersionAndOneNoteOfItsCase() {
        String id = fixture.create("disk");
        Map<String, @Nullable Object> before = fixture.read(id);
        long told = events(id);
        CasesFixture.tick();
        TestAnswer added = execute(id, "add", "text", "free space");
        Object item = ((List<?>) added.json().get("items")).getFirst();
        Map<String, @Nullable Object> after = fixture.read(id);
        assertThat(after).containsEntry("version", 2L);
        assertThat(String.valueOf(after.get("updated_at"))).isGreaterThan(String.valueOf(before.get("updated_at")));
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "field_updated");
        assertThat(fixture.notes(id).getLast())
                .containsEntry("content", "Added the list To check")
                .containsEntry("detective", "default");
        assertThat((List<?>) fixture.notes(id).getLast().get("changes"))
                .singleElement(MAP)
                .containsEntry("field", "lists.to-check")
                .containsEntry("old", null)
                .containsEntry("new", Data.list(item));
        assertThat(events(id)).isEqualTo(told + 1);

        assertThat(execute(id, "check", "index", 0).status()).isEqualTo(200);
        assertThat(version(id)).isEqualTo(3);
        assertThat(execute(id, "check", "index", 0).status()).isEqualTo(200);
        assertThat(execute(id, "list").status()).isEqualTo(200);
        assertThat(version(id)).as("nothing changed").isEqualTo(3);
        assertThat(fixture.notes(id)).hasSize(3);
    }

    @Test
    void aNodeThatIsPutChangesItsCaseIfItChangesAList() {
        String id = fixture.create("by hand");
        execute(id, "add", "text", "free space");
        String node = "/api/graph/nodes/case-" + id;
        String body = String.valueOf(fixture.get(node).json().get("body"));
        assertThat(fixture.put(node, Map.of("body", body + "\n## Diary\n")).status())
                .isEqualTo(200);
        assertThat(version(id)).as("no list changed").isEqualTo(2);

        assertThat(fixture.put(node, Map.of("body", body.replace("[ ]", "[x]"))).status())
                .isEqualTo(200);
        assertThat(version(id)).isEqualTo(3);
        assertThat(fixture.notes(id).getLast())
                .containsEntry("event_type", "field_updated")
                .containsEntry("content", "Changed free space in To check");
    }

    @Test
    void aChangeThatIsRefusedLeavesTheCaseAsItIs() {
        String id = fixture.create("large");
        String body = "# large\n\n## Lists\n\n### To check\n";
        // the maximum size of a request
        assertThat(fixture.put("/api/graph/nodes/case-" + id, Map.of("body", body + "x".repeat((1 << 20) - 1000)))
                        .status())
                .isEqualTo(201);
        long version = version(id);
        TestAnswer refused = execute(id, "add", "text", "y".repeat(1900));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json()).containsEntry("code", "node_too_large");
        assertThat(version(id)).isEqualTo(version);
        assertThat(fixture.notes(id)).hasSize(2);
    }

    @Test
    void changesOfTheCaseAndOfItsListsAtTheSameTimeAreAllMadeAndNoneWaitsForEver() throws Exception {
        String id = fixture.create("busy");
        int clients = 12;
        int rounds = 8;
        var start = new CyclicBarrier(clients);
        var work = new ArrayList<Callable<Void>>();
        for (int c = 0; c < clients; c++) {
            int client = c;
            work.add(() -> {
                start.await();
                for (int round = 0; round < rounds; round++) {
                    String text = client + "/" + round;
                    TestAnswer answer = switch (client % 3) {
                        case 0 -> execute(id, "add", "text", text);
                        case 1 -> fixture.patch("/api/tasks/" + id, Map.of("notes", text));
                        default -> fixture.post("/api/tasks/" + id + "/notes", Map.of("note", text));
                    };
                    assertThat(answer.status()).as(answer.text()).isIn(200, 201);
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        }
        assertThat(version(id)).isEqualTo(1L + clients * rounds);
        assertThat(fixture.notes(id)).hasSize(1 + clients * rounds);
    }
}
