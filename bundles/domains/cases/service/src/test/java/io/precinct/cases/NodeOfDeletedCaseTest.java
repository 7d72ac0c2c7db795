package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.register.CaseEndpoints;
import io.precinct.graph.nodes.Nodes;
import io.precinct.graph.nodes.OrphanSweep;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The node with the checklists of a case is deleted with the case, even if another request writes to the node at that
 * moment.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class NodeOfDeletedCaseTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer ensure(String id) {
        return fixture.post("/api/tasks/" + id + "/lists", Map.of("name", "a"));
    }

    private static TestAnswer add(String id) {
        return fixture.post(
                "/api/tasks/" + id + "/lists/a/execute", Map.of("action", "add", "params", Map.of("text", "x")));
    }

    private static boolean nodeIsThere(String id) {
        return fixture.database()
                        .read(transaction -> transaction
                                .createQuery("SELECT count(*) FROM graph.node WHERE slug = ?")
                                .bind(0, "case-" + id)
                                .mapTo(Long.class)
                                .one())
                > 0;
    }

    private static Connection connection() throws SQLException {
        DatabaseAddress address = fixture.databases().address();
        return DriverManager.getConnection(address.url(), address.user(), address.password());
    }

    @Test
    void aDeletionWaitsForAListThatIsBeingCreatedAndRemovesIt() throws Exception {
        String id = fixture.create("overtaken by its deletion");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestAnswer> made;
            Future<TestAnswer> deleted;
            try (var other = connection()) {
                other.setAutoCommit(false);
                // the request that creates the node waits for this transaction, which is later rolled back
                try (var insert = other.prepareStatement(
                        "INSERT INTO graph.node (slug, body, version, updated_at) VALUES (?, '', 1, now())")) {
                    insert.setString(1, "case-" + id);
                    insert.execute();
                }
                made = threads.submit(() -> ensure(id));
                fixture.awaitBlocked(1);
                deleted = threads.submit(() -> fixture.delete("/api/tasks/" + id));
                fixture.awaitBlocked(2);
                other.rollback();
            }
            assertThat(made.get().status()).isEqualTo(201);
            assertThat(deleted.get().status()).isEqualTo(204);
        }
        assertThat(nodeIsThere(id)).isFalse();
    }

    private static TestAnswer put(String id) {
        return fixture.put("/api/graph/nodes/case-" + id, Map.of("body", "# put"));
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
        String id = fixture.create("deleted first");
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
                deleted = threads.submit(() -> fixture.delete("/api/tasks/" + id));
                fixture.awaitBlocked(1);
                written = threads.submit(() -> writing.apply(id));
                fixture.awaitBlocked(2);
                other.rollback();
            }
            assertThat(deleted.get().status()).isEqualTo(204);
            assertThat(written.get().status()).isEqualTo(404);
            assertThat(written.get().json()).containsEntry("code", "case_not_found");
        }
        assertThat(nodeIsThere(id)).isFalse();
    }

    @Test
    void aNodeWhoseCaseWasDeletedWithoutTheGraphIsRemovedWhenTheGraphReturns() {
        String deleted = fixture.create("deleted without the graph");
        String kept = fixture.create("kept");
        assertThat(ensure(deleted).status()).isEqualTo(201);
        assertThat(ensure(kept).status()).isEqualTo(201);
        assertThat(fixture.put("/api/graph/nodes/case-task-force", Map.of("body", "# of no case"))
                        .status())
                .isEqualTo(201);
        var withoutGraph =
                new CaseServices(fixture.databases(), fixture.services().events());
        try (TestChain cases = TestChain.empty()
                .family("tasks", new CaseEndpoints(withoutGraph))
                .start()) {
            assertThat(cases.request("DELETE", "/api/tasks/" + deleted).send().status())
                    .isEqualTo(204);
        }
        assertThat(nodeIsThere(deleted)).isTrue();

        var returned = new OrphanSweep(new Nodes(fixture.databases()), new CasesService(fixture.services()));
        try {
            fixture.awaitSql("SELECT NOT EXISTS (SELECT 1 FROM graph.node WHERE slug = 'case-" + deleted + "')");
        } finally {
            returned.close();
        }
        assertThat(nodeIsThere(kept)).isTrue();
        assertThat(fixture.get("/api/graph/nodes/case-task-force").status()).isEqualTo(200);
    }

    @Test
    void noNodeOutlivesItsCaseHoweverRequestsInterleave() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 40; round++) {
                String id = fixture.create("round " + round);
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
                                ? fixture.request("DELETE", "/api/tasks/bulk")
                                        .json(Map.of("ids", List.of(id)))
                                        .send()
                                : fixture.delete("/api/tasks/" + id));
                List<Future<TestAnswer>> done = work.stream()
                        .map(one -> threads.submit(() -> {
                            start.await();
                            return one.call();
                        }))
                        .toList();
                for (Future<TestAnswer> one : done) {
                    assertThat(one.get().status()).as(one.get().text()).isIn(200, 201, 204, 404);
                }
                assertThat(fixture.get("/api/tasks/" + id).status()).isEqualTo(404);
                assertThat(nodeIsThere(id)).as("round %d", round).isFalse();
            }
        }
    }
}
