package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.links.CaseTree;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The children of a case, and the progress of a case and its descendants. */
class CaseTreeTest {
    private static final String NOWHERE = "task-00000000-0000-7000-8000-000000000000";

    @ClassFixture
    private static CasesFixture fixture;

    private static Map<String, @Nullable Object> progress(String id) {
        TestAnswer answer = fixture.get("/api/tasks/" + id + "/progress");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    private static Map<String, Object> counts(int total, int completed, int percent) {
        return Map.of("total", total, "completed", completed, "remaining", total - completed, "percent", percent);
    }

    private static String completed(String label) {
        String id = fixture.create(label);
        fixture.post("/api/tasks/" + id + "/start");
        fixture.post("/api/tasks/" + id + "/close", Map.of("resolution", "done"));
        return id;
    }

    /** Creates a case with a list that contains {@code items} items, of which {@code checked} are checked. */
    private static String withItems(String label, int items, int checked) {
        String id = fixture.create(label);
        assertThat(fixture.post("/api/tasks/" + id + "/lists", Map.of("name", "to do"))
                        .status())
                .isEqualTo(201);
        for (int i = 0; i < items; i++) {
            execute(id, "add", Map.of("text", "item " + i));
        }
        for (int i = 0; i < checked; i++) {
            execute(id, "check", Map.of("index", i));
        }
        return id;
    }

    private static void execute(String id, String action, Map<String, Object> parameters) {
        TestAnswer answer = fixture.post(
                "/api/tasks/" + id + "/lists/to-do/execute", Map.of("action", action, "params", parameters));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void progressIsRolledUpOverThreeLevelsWithTheirLists() {
        String epic = withItems("epic", 2, 1);
        String story = withItems("story", 3, 3);
        String done = completed("done");
        String archived = fixture.create("archived");
        fixture.post("/api/tasks/" + archived + "/archive");
        String open = withItems("open", 2, 0);
        fixture.parent(epic, story);
        fixture.parent(epic, done);
        fixture.parent(story, archived);
        fixture.parent(story, open);
        assertThat(progress(epic))
                .containsOnlyKeys("parent", "cases", "items")
                .containsEntry("parent", null)
                .containsEntry("cases", counts(4, 2, 50))
                .containsEntry("items", counts(7, 4, 57));
        assertThat(progress(story))
                .containsEntry("parent", epic)
                .containsEntry("cases", counts(2, 1, 50))
                .containsEntry("items", counts(5, 3, 60));
        assertThat(progress(done))
                .containsEntry("parent", epic)
                .containsEntry("cases", counts(0, 0, 0))
                .containsEntry("items", counts(0, 0, 0));
        fixture.post("/api/tasks/" + open + "/archive");
        assertThat(progress(epic)).containsEntry("cases", counts(4, 3, 75));
        assertThat(fixture.get("/api/tasks/" + NOWHERE + "/progress").json()).containsEntry("code", "case_not_found");
    }

    @Test
    void withoutListsTheirItemsAreUnknown() {
        String parent = fixture.create("parent");
        fixture.parent(parent, fixture.create("child"));
        try (TestChain alone = TestChain.empty()
                .family("tree", new CaseTree(fixture.services(), null))
                .start()) {
            Map<String, @Nullable Object> answer = alone.request("GET", "/api/tasks/" + parent + "/progress")
                    .send()
                    .json();
            assertThat(answer).containsEntry("cases", counts(1, 0, 0)).containsEntry("items", null);
        }
    }

    @Test
    void childrenAreAListWithTheProgressOfEach() {
        String parent = fixture.create("parent");
        String first = fixture.create("first");
        String second = completed("second");
        String third = withItems("third", 1, 0);
        for (String child : List.of(first, second, third)) {
            CasesFixture.tick();
            fixture.parent(parent, child);
        }
        fixture.parent(first, completed("grandchild"));
        String address = "/api/tasks/" + parent + "/children";
        TestAnswer all = fixture.get(address);
        assertThat(all.header("X-Total-Count")).isEqualTo("3");
        List<?> items = (List<?>) all.payload();
        assertThat(items).hasSize(3);
        assertThat(items.getFirst())
                .isEqualTo(Map.of(
                        "case_id",
                        first,
                        "label",
                        "first",
                        "status",
                        "parked",
                        "progress",
                        Map.of("parent", parent, "cases", counts(1, 1, 100), "items", counts(0, 0, 0))));
        assertThat(items.getLast())
                .isEqualTo(Map.of(
                        "case_id",
                        third,
                        "label",
                        "third",
                        "status",
                        "parked",
                        "progress",
                        Map.of("parent", parent, "cases", counts(0, 0, 0), "items", counts(1, 0, 0))));
        TestAnswer page = fixture.get(address + "?limit=2&fields=label,status");
        assertThat(page.text())
                .isEqualTo(
                        "[{\"label\":\"first\",\"status\":\"parked\"},{\"label\":\"second\",\"status\":\"completed\"}]");
        String next = Objects.requireNonNull(page.header("Link"));
        TestAnswer rest = fixture.get(next.substring(1, next.indexOf('>')));
        assertThat(rest.text()).isEqualTo("[{\"label\":\"third\",\"status\":\"parked\"}]");
        assertThat(rest.header("Link")).isNull();
        assertThat(fixture.get(address + "?sort=-created_at&limit=1&fields=case_id&envelope=1")
                        .text())
                .contains(third, "\"total\":3")
                .doesNotContain(first);
        assertThat(fixture.get("/api/tasks/" + first + "/children?fields=label").text())
                .isEqualTo("[{\"label\":\"grandchild\"}]");
        assertThat(fixture.get("/api/tasks/" + third + "/children").text()).isEqualTo("[]");
        assertThat(fixture.get("/api/tasks/" + NOWHERE + "/children").status()).isEqualTo(404);
        assertThat(fixture.get(address + "?sort=label").status()).isEqualTo(422);
    }
}
