package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestDatabase;
import io.precinct.itests.database.TestServer;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreLossTest {
    @Test
    void withoutItsDatabaseAListIs502AndAllElse503() throws Exception {
        try (var server = TestServer.start();
                var fixture = new CasesFixture(TestDatabase.on(server), false)) {
            String id = fixture.create("here");
            server.stop();
            for (String list :
                    List.of("/api/tasks/stack", "/api/tasks/" + id + "/notes", "/api/tasks/" + id + "/notes/index")) {
                refused(fixture.get(list), 502);
            }
            for (String item : List.of("/api/tasks/" + id, "/api/tasks/current", "/api/tasks/" + id + "/notes/0")) {
                refused(fixture.get(item), 503);
            }
            for (String operation : List.of("start", "park", "escalate", "activate", "pin")) {
                refused(fixture.post("/api/tasks/" + id + "/" + operation), 503);
            }
            refused(fixture.post("/api/tasks", Map.of("label", "x")), 503);
            refused(fixture.patch("/api/tasks/" + id, Map.of("label", "x")), 503);
            refused(fixture.put("/api/tasks/" + id, Map.of("label", "x")), 503);
            refused(fixture.delete("/api/tasks/" + id), 503);
            refused(
                    fixture.request("POST", "/api/tasks")
                            .header("Idempotency-Key", "k")
                            .json(Map.of("label", "x"))
                            .send(),
                    503);
            assertThat(fixture.post("/api/tasks", Map.of()).status())
                    .as("what is no case is said without asking the store")
                    .isEqualTo(422);
            server.restart();
            fixture.awaitDatabase();
            assertThat(fixture.read(id)).as("service resumes by itself").containsEntry("label", "here");
        }
    }

    private static void refused(TestAnswer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json()).containsEntry("retryable", true).containsKeys("error", "code");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
    }
}
