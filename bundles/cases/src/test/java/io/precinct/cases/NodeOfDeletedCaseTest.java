package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.testkit.TestAnswer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The node with the checklists of a case goes with the case, whoever writes to it at that moment. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class NodeOfDeletedCaseTest {
    private static Desk desk;

    @BeforeAll
    static void open() {
        desk = new Desk();
    }

    @AfterAll
    static void close() throws Exception {
        desk.close();
    }

    private static TestAnswer ensure(String id) {
        return desk.post("/api/tasks/" + id + "/lists", Map.of("name", "a"));
    }

    private static TestAnswer add(String id) {
        return desk.post(
                "/api/tasks/" + id + "/lists/a/execute", Map.of("action", "add", "params", Map.of("text", "x")));
    }

    private static boolean nodeIsThere(String id) {
        return desk.database()
                        .read(handle -> handle.createQuery("SELECT count(*) FROM graph.node WHERE slug = ?")
                                .bind(0, "case-" + id)
                                .mapTo(Long.class)
                                .one())
                > 0;
    }

    private static Connection connection() throws SQLException {
        DatabaseAddress address = desk.databases().address();
        return DriverManager.getConnection(address.url(), address.user(), address.password());
    }

    @Test
    void aDeletionWaitsForAListThatIsBeingMadeAndTakesItAlong() throws Exception {
        String id = desk.create("overtaken by its deletion");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestAnswer> made;
            Future<TestAnswer> deleted;
            try (var other = connection()) {
                other.setAutoCommit(false);
                // whoever makes the node waits for this transaction, which gives up in the end
                try (var insert = other.prepareStatement(
                        "INSERT INTO graph.node (slug, body, version, updated_at) VALUES (?, '', 1, now())")) {
                    insert.setString(1, "case-" + id);
                    insert.execute();
                }
                made = threads.submit(() -> ensure(id));
                desk.awaitWaiting(1);
                deleted = threads.submit(() -> desk.delete("/api/tasks/" + id));
                desk.awaitWaiting(2);
                other.rollback();
            }
            assertThat(made.get().status()).isEqualTo(201);
            assertThat(deleted.get().status()).isEqualTo(204);
        }
        assertThat(nodeIsThere(id)).isFalse();
    }

    private static TestAnswer put(String id) {
        return desk.put("/api/graph/nodes/case-" + id, Map.of("body", "# put"));
    }

    @Test
    void aListThatIsWrittenWhileItsCaseIsBeingDeletedIs404() throws Exception {
        writtenWhileDeleted(NodeOfDeletedCaseTest::add);
    }

    @Test
    void aNodeThatIsPutWhileItsCaseIsBeingDeletedIs404() throws Exception {
        writtenWhileDeleted(NodeOfDeletedCaseTest::put);
    }

    private static void writtenWhileDeleted(Function<String, TestAnswer> writing) throws Exception {
        String id = desk.create("deleted first");
        assertThat(ensure(id).status()).isEqualTo(201);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestAnswer> deleted;
            Future<TestAnswer> written;
            try (var other = connection()) {
                other.setAutoCommit(false);
                try (var lock = other.prepareStatement("SELECT 1 FROM graph.node WHERE slug = ? FOR UPDATE")) {
                    lock.setString(1, "case-" + id);
                    lock.execute();
                }
                deleted = threads.submit(() -> desk.delete("/api/tasks/" + id));
                desk.awaitWaiting(1);
                written = threads.submit(() -> writing.apply(id));
                desk.awaitWaiting(2);
                other.rollback();
            }
            assertThat(deleted.get().status()).isEqualTo(204);
            assertThat(written.get().status()).isEqualTo(404);
            assertThat(written.get().json()).containsEntry("code", "case_not_found");
        }
        assertThat(nodeIsThere(id)).isFalse();
    }

    @Test
    void noNodeIsLeftBehindHoweverTheyMeet() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 40; round++) {
                String id = desk.create("round " + round);
                if (round % 2 == 0) {
                    ensure(id);
                }
                boolean bulk = round % 4 < 2;
                var start = new CyclicBarrier(4);
                List<Callable<TestAnswer>> work = List.of(
                        () -> ensure(id),
                        () -> add(id),
                        () -> add(id),
                        () -> bulk
                                ? desk.request("DELETE", "/api/tasks/bulk")
                                        .json(Map.of("ids", List.of(id)))
                                        .send()
                                : desk.delete("/api/tasks/" + id));
                List<Future<TestAnswer>> done = work.stream()
                        .map(one -> threads.submit(() -> {
                            start.await();
                            return one.call();
                        }))
                        .toList();
                for (Future<TestAnswer> one : done) {
                    assertThat(one.get().status()).as(one.get().text()).isIn(200, 201, 204, 404);
                }
                assertThat(desk.get("/api/tasks/" + id).status()).isEqualTo(404);
                assertThat(nodeIsThere(id)).as("round %d", round).isFalse();
            }
        }
    }
}
