package io.precinct.cases.resume;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Json;
import io.precinct.cases.CasesFixture;
import io.precinct.testing.ClassFixture;
import io.precinct.testing.Eventually;
import io.precinct.tools.api.TokenEstimate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unchecked") // plain data
class ResumeTest {
    @ClassFixture
    private static CasesFixture cases;

    private static Map<String, @Nullable Object> resume(String detective, String query) {
        return cases.request("GET", "/api/tasks/resume" + query)
                .header("X-Detective", detective)
                .send()
                .json();
    }

    private static Map<String, @Nullable Object> post(String detective, String target, Object body) {
        return cases.request("POST", target)
                .header("X-Detective", detective)
                .json(body)
                .send()
                .json();
    }

    private static String interrupt(String detective, String label) {
        var task = (Map<String, Object>) Objects.requireNonNull(
                post(detective, "/api/tasks/interrupt", Map.of("label", label)).get("task"));
        return (String) Objects.requireNonNull(task.get("id"));
    }

    private static void item(String id, String list, String text) {
        post(
                "ada",
                "/api/tasks/" + id + "/lists/" + list + "/execute",
                Map.of("action", "add", "params", Map.of("text", text)));
    }

    private static List<Object> texts(Map<String, @Nullable Object> answer, String part, String member) {
        return ((List<Map<String, Object>>) Objects.requireNonNull(answer.get(part), answer::toString))
                .stream().map(element -> element.get(member)).toList();
    }

    @Test
    void whoHasNothingOnTheDeskIsToldSo() {
        assertThat(resume("nobody", ""))
                .containsEntry("current", null)
                .containsEntry("stack", List.of())
                .containsEntry("left_out", Map.of())
                .containsKey("event");
    }

    @Test
    void theDeskIsThereAgainInOneCall() {
        String below = interrupt("ada", "Below");
        String top = interrupt("ada", "The keys are gone");
        post("ada", "/api/tasks/" + top + "/notes", Map.of("note", "Not below the mat."));
        post("ada", "/api/tasks/" + top + "/notes", Map.of("note", "Not\nbehind it."));
        item(top, "Rooms", "Kitchen");
        item(top, "Rooms", "Cellar");
        post(
                "ada",
                "/api/tasks/" + top + "/lists/Rooms/execute",
                Map.of("action", "check", "params", Map.of("index", 0)));

        Map<String, @Nullable Object> answer = resume("ada", "");

        assertThat((Map<String, Object>) answer.get("current"))
                .containsEntry("id", top)
                .containsEntry("label", "The keys are gone")
                .containsEntry("status", "active");
        assertThat(texts(answer, "stack", "id")).containsExactly(below);
        assertThat(texts(answer, "notes", "text")).containsExactly("Not behind it.", "Not below the mat.");
        assertThat(texts(answer, "open_items", "text")).containsExactly("Cellar");
        assertThat(texts(answer, "open_items", "index")).containsExactly(1);
        assertThat((Map<String, Object>) answer.get("left_out"))
                .as("what the service noted itself")
                .containsOnlyKeys("notes");
    }

    @Test
    void changesSinceAnEventAreToldOnceForEachCase() {
        Object since = resume("kim", "").get("event");
        String one = cases.create("One");
        cases.patch("/api/tasks/" + one, Map.of("label", "One and a half"));
        String gone = cases.create("Gone");
        cases.delete("/api/tasks/" + gone);

        Eventually.until(
                "the last change is told",
                () -> texts(resume("kim", "?since=" + since), "changes", "deleted")
                        .contains(true));
        Map<String, @Nullable Object> answer = resume("kim", "?since=" + since);
        var changes = (List<Map<String, Object>>) Objects.requireNonNull(answer.get("changes"));
        assertThat(changes)
                .contains(Map.of("id", gone, "deleted", true))
                .contains(Map.of("id", one, "label", "One and a half", "status", "parked"));
        assertThat(texts(answer, "changes", "id")).doesNotHaveDuplicates();
        assertThat(texts(resume("kim", "?since=" + answer.get("event")), "changes", "id"))
                .doesNotContain(one, gone);
        assertThat(resume("kim", "?since=999999999")).containsKey("incomplete");
    }

    @Test
    void whateverIsWrittenItKeepsWithinItsBudget() {
        String flood = "🔥".repeat(190) + "龘".repeat(200) + " deadbeef".repeat(50);
        for (int i = 0; i < 12; i++) {
            interrupt("bob", flood.substring(0, 480));
        }
        String top = interrupt("bob", flood.substring(0, 480));
        cases.patch("/api/tasks/" + top, Map.of("notes", flood));
        for (int i = 0; i < 12; i++) {
            post("bob", "/api/tasks/" + top + "/notes", Map.of("note", flood + i));
            item(top, "Many", flood.substring(0, 400) + i);
        }
        for (int budget : List.of(200, 600, 3000)) {
            Map<String, @Nullable Object> answer = resume("bob", "?since=0&budget=" + budget);
            assertThat(TokenEstimate.of(Json.compact(answer)))
                    .as(() -> Json.compact(answer))
                    .isLessThanOrEqualTo(budget);
            assertThat((Map<String, Object>) answer.get("current")).containsEntry("id", top);
            var leftOut = (Map<String, Object>) Objects.requireNonNull(answer.get("left_out"));
            assertThat(leftOut).containsKeys("notes", "stack");
            assertThat(texts(answer, "stack", "id").size() + ((Number) leftOut.get("stack")).intValue())
                    .isEqualTo(12);
        }
        assertThat(texts(resume("bob", ""), "open_items", "text")).isNotEmpty();
        assertThat(cases.get("/api/tasks/resume?budget=10").status()).isEqualTo(422);
    }
}
