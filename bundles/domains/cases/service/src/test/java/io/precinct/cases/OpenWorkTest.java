package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.cases.CaseServices.Rules;
import io.precinct.cases.api.CaseLists;
import io.precinct.cases.current.CurrentEndpoints;
import io.precinct.cases.lifecycle.ClosingSettings;
import io.precinct.cases.lifecycle.Lifecycle;
import io.precinct.cases.register.CaseEndpoints;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a case says what is still open, and is refused where the configuration says so. */
class OpenWorkTest {
    private static final Map<String, String> SOLVED = Map.of("resolution", "solved");

    @ClassFixture
    private static CasesFixture fixture;

    private static CasesFixture strict;

    @BeforeAll
    static void open() {
        strict = new CasesFixture(ClosingSettings.fixed("blockers", "children", "items"));
    }

    @AfterAll
    static void close() throws Exception {
        strict.close();
    }

    private static String active(CasesFixture in) {
        return (String) in.post("/api/tasks", Map.of("label", "open", "status", "active"))
                .json()
                .get("id");
    }

    /** Creates an active case with a blocker, a child and two unticked items, and what is done of each. */
    private static String withOpenWork(CasesFixture in, String blocker, String child) {
        String id = active(in);
        String done = active(in);
        in.post("/api/tasks/" + done + "/close", SOLVED);
        assertThat(in.link(blocker, id, "blocks").status()).isEqualTo(200);
        assertThat(in.link(done, id, "blocks").status()).isEqualTo(200);
        in.parent(id, child);
        in.parent(id, done);
        for (String list : List.of("To check", "Calls", "Done")) {
            add(in, id, list);
        }
        check(in, id, "done");
        return id;
    }

    private static void add(CasesFixture in, String id, String list) {
        in.post(
                "/api/tasks/" + id + "/lists/" + list.replace(" ", "%20") + "/execute",
                Map.of("action", "add", "params", Map.of("text", "item")));
    }

    private static void check(CasesFixture in, String id, String list) {
        assertThat(in.post("/api/tasks/" + id + "/lists/" + list + "/execute", Map.of("action", "check_all"))
                        .status())
                .isEqualTo(200);
    }

    /** Returns the warnings about {@link #withOpenWork}, without their texts for people. */
    private static List<Map<String, ?>> warnings(String blocker, String child) {
        return List.of(
                Map.of("code", "blockers", "count", 1, "ids", List.of(blocker)),
                Map.of("code", "children", "count", 1, "ids", List.of(child)),
                Map.of(
                        "code",
                        "items",
                        "count",
                        2,
                        "lists",
                        List.of(Map.of("slug", "calls", "count", 1), Map.of("slug", "to-check", "count", 1))));
    }

    private static TestAnswer ends(CasesFixture in, String id, String how) {
        return switch (how) {
            case "close" -> in.post("/api/tasks/" + id + "/close", SOLVED);
            case "patch" -> in.patch("/api/tasks/" + id, Map.of("status", "completed", "resolution", "solved"));
            case "archive" -> in.post("/api/tasks/" + id + "/archive");
            default -> {
                in.request("POST", "/api/tasks/" + id + "/start")
                        .header("X-Detective", id)
                        .send();
                yield in.request("POST", "/api/tasks/current/complete")
                        .header("X-Detective", id)
                        .send();
            }
        };
    }

    private static void assertTells(TestAnswer answer, String blocker, String child) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(without(answer.json().get("warnings"))).isEqualTo(warnings(blocker, child));
    }

    /** Returns warnings without their texts for people. */
    private static List<Map<?, ?>> without(@Nullable Object warnings) {
        return ((List<?>) warnings)
                .stream()
                        .<Map<?, ?>>map(warning -> {
                            var rest = new TreeMap<Object, Object>((Map<?, ?>) warning);
                            assertThat(rest.remove("message")).isInstanceOf(String.class);
                            return rest;
                        })
                        .toList();
    }

    // @req:case-lifecycle-close
    @ParameterizedTest
    @ValueSource(strings = {"close", "patch", "complete", "archive"})
    void theEndOfACaseSaysWhatIsOpen(String how) {
        String blocker = fixture.create("blocker");
        String child = active(fixture);
        String id = withOpenWork(fixture, blocker, child);
        assertTells(ends(fixture, id, how), blocker, child);
        assertThat(fixture.read(id)).doesNotContainKey("warnings");
        if (!how.equals("complete")) {
            assertTells(ends(fixture, id, how), blocker, child);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "patch", "complete", "archive"})
    void aCaseThatIsDoneAnswersNothingMore(String how) {
        String id = active(fixture);
        add(fixture, id, "List");
        check(fixture, id, "list");
        TestAnswer answer = ends(fixture, id, how);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).doesNotContainKey("warnings");
        if (!how.equals("complete")) {
            assertThat(answer.json().keySet()).isEqualTo(fixture.read(id).keySet());
        }
    }

    @Test
    void anAnswerWithWarningsIsSentBackUnchanged() {
        String id = withOpenWork(fixture, fixture.create("blocker"), fixture.create("child"));
        Map<String, @Nullable Object> closed = ends(fixture, id, "close").json();
        assertThat(closed).containsKey("warnings");
        assertThat(fixture.put("/api/tasks/" + id, closed).status()).isEqualTo(200);
        assertThat(fixture.patch("/api/tasks/" + id, closed).status()).isEqualTo(200);
        Map<String, @Nullable Object> pushed = Map.copyOf(Data.map("tasks", Data.list(closed)));
        assertThat(fixture.post("/api/sync/push", pushed).text()).doesNotContain("rejected");
        assertThat(fixture.read(id)).doesNotContainKey("warnings");
    }

    @Test
    void manyChildrenAreCountedAndTheFirstAreNamed() {
        String id = active(fixture);
        for (int i = 0; i < 101; i++) {
            fixture.parent(id, fixture.create("child " + i));
        }
        Map<?, ?> warning =
                (Map<?, ?>) ((List<?>) ends(fixture, id, "close").json().get("warnings")).getFirst();
        assertThat(warning.get("count")).isEqualTo(101);
        assertThat((List<?>) warning.get("ids")).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "patch", "complete"})
    void itIsRefusedWhereTheConfigurationSaysSo(String how) {
        String blocker = strict.create("blocker");
        String child = active(strict);
        String id = withOpenWork(strict, blocker, child);
        TestAnswer refused = ends(strict, id, how);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json()).containsEntry("code", "still_open").containsEntry("id", id);
        assertThat(without(refused.json().get("open"))).isEqualTo(warnings(blocker, child));
        assertThat(strict.read(id)).containsEntry("status", "active");

        strict.post("/api/tasks/" + blocker + "/archive");
        strict.post("/api/tasks/" + child + "/close", SOLVED);
        check(strict, id, "calls");
        assertThat(ends(strict, id, how).json()).containsEntry("code", "still_open");
        check(strict, id, "to-check");
        assertThat(ends(strict, id, how).status()).isEqualTo(200);
    }

    @Test
    void whatOthersSayIsDoneIsNotRefused() {
        String id = withOpenWork(strict, strict.create("blocker"), strict.create("child"));
        Map<String, @Nullable Object> task = new HashMap<>(strict.read(id));
        task.put("status", "completed");
        assertThat(strict.put("/api/tasks/" + id, task).json())
                .containsEntry("status", "completed")
                .doesNotContainKey("warnings");
        assertThat(ends(strict, id, "archive").json()).containsKey("warnings");
    }

    @Test
    void onlyWhatIsListedIsRefused() {
        try (TestChain chain = chain(fixture.services().lists(), "children")) {
            String id = active(fixture);
            add(fixture, id, "List");
            TestAnswer closed = chain.request("POST", "/api/tasks/" + id + "/close")
                    .json(SOLVED)
                    .send();
            assertThat(closed.status()).as(closed.text()).isEqualTo(200);
            assertThat(closed.text()).contains("\"code\":\"items\"");
        }
    }

    @Test
    void itemsThatNobodyCanLookAtAreUnknown() {
        String id = active(fixture);
        try (TestChain chain = chain(null, "items")) {
            TestAnswer answer = chain.request("POST", "/api/tasks/" + id + "/close")
                    .json(SOLVED)
                    .send();
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.json()).containsEntry("code", "checklists_unavailable");
        }
        try (TestChain chain = chain(null)) {
            TestAnswer answer = chain.request("POST", "/api/tasks/" + id + "/close")
                    .json(SOLVED)
                    .send();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(without(answer.json().get("warnings"))).isEqualTo(List.of(Map.of("code", "items_unknown")));
        }
    }

    private static TestChain chain(@Nullable CaseLists lists, String... refused) {
        var services = CaseServices.of(
                fixture.databases(),
                fixture.services().events(),
                fixture.exportSettings(),
                Rules.USUAL.with(ClosingSettings.fixed(refused)),
                List.of(),
                lists);
        return TestChain.empty()
                .family("tasks", new CaseEndpoints(services))
                .family("lifecycle", new Lifecycle(services))
                .family("stack", new CurrentEndpoints(services))
                .start();
    }
}
