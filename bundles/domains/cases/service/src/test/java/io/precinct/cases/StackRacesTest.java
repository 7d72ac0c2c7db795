package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every case on a stack is active, even if one request takes a case off the stacks while another puts it on one. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StackRacesTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer as(String who, String method, String path) {
        return fixture.request(method, "/api/tasks/" + path)
                .header("X-Detective", who)
                .send();
    }

    private static List<Object> stack(String who) {
        return LifecycleTest.ids(as(who, "GET", "stack").payload());
    }

    @Test
    void aCaseThatIsParkedBehindItsStartLeavesTheStackItCameOnto() throws Exception {
        String id = (String) fixture.post("/api/tasks", Map.of("label", "active", "status", "active"))
                .json()
                .get("id");
        List<TestAnswer> answers = fixture.sendWhileLocked(
                id, () -> as("ada", "POST", id + "/start"), () -> as("bob", "POST", id + "/park"));
        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
        assertThat(fixture.read(id)).containsEntry("status", "parked");
        assertThat(stack("ada")).isEmpty();
    }
}
