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
                var desk = new Desk(TestDatabase.on(server), false)) {
            String id = desk.create("here");
            server.stop();
            for (String list :
                    List.of("/api/tasks/stack", "/api/tasks/" + id + "/notes", "/api/tasks/" + id + "/notes/index")) {
                refused(desk.get(list), 502);
            }
            for (String item : List.of("/api/tasks/" + id, "/api/tasks/current", "/api/tasks/" + id + "/notes/0")) {
                refused(desk.get(item), 503);
            }
            for (String operation : List.of("start", "park", "escalate", "activate", "pin")) {
                refused(desk.post("/api/tasks/" + id + "/" + operation), 503);
            }
            refused(desk.post("/api/tasks", Map.of("label", "x")), 503);
            refused(desk.patch("/api/tasks/" + id, Map.of("label", "x")), 503);
            refused(desk.put("/api/tasks/" + id, Map.of("label", "x")), 503);
            refused(desk.delete("/api/tasks/" + id), 503);
            refused(
                    desk.request("POST", "/api/tasks")
                            .header("Idempotency-Key", "k")
                            .json(Map.of("label", "x"))
                            .send(),
                    503);
            assertThat(desk.post("/api/tasks", Map.of()).status())
                    .as("what is no case is said without asking the store")
                    .isEqualTo(422);
            server.restart();
            desk.awaitDatabase();
            assertThat(desk.read(id)).as("service resumes by itself").containsEntry("label", "here");
        }
    }

    private static void refused(TestAnswer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json()).containsEntry("retryable", true).containsKeys("error", "code");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
    }
}
