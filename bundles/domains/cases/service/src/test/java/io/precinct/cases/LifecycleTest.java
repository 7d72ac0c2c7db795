package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LifecycleTest {
    private static final String NOWHERE = "task-00000000-0000-7000-8000-000000000000";

    @ClassFixture
    private static CasesFixture fixture;

    /** Creates a case in a state; it is on no stack. */
    private static String in(String status) {
        Map<String, Object> body = status.equals("completed")
                ? Map.of("label", status, "status", status, "resolution", "solved")
                : Map.of("label", status, "status", status);
        return (String) fixture.post("/api/tasks", body).json().get("id");
    }

    /** Sends a request as a user whose stack no other test uses. */
    private static TestAnswer as(String who, String method, String path) {
        return fixture.request(method, path).header("X-Detective", who).send();
    }

    @ParameterizedTest
    @CsvSource({
        "parked,activate,200,active,resumed",
        "active,activate,200,active,",
        "completed,activate,409,completed,",
        "archived,activate,409,archived,",
        "parked,close,409,parked,",
        "active,close,200,completed,closed",
        "completed,close,200,completed,",
        "archived,close,409,archived,",
        "parked,restart,409,parked,",
        "active,restart,200,active,",
        "completed,restart,200,active,resumed",
        "archived,restart,409,archived,",
        "parked,archive,200,archived,field_updated",
        "active,archive,200,archived,field_updated",
        "completed,archive,200,archived,field_updated",
        "archived,archive,200,archived,",
        "parked,start,200,active,resumed",
        "active,start,200,active,resumed",
        "completed,start,500,completed,",
        "archived,start,500,archived,",
        "parked,park,200,parked,",
        "active,park,200,parked,parked",
        "completed,park,500,completed,",
        "archived,park,500,archived,"
    })
    void theMachineIsThatOfTheSpecification(String from, String operation, int status, String to, String note) {
        String id = in(from);
        List<String> before = fixture.eventTypes(id);
        TestAnswer answer = fixture.request("POST", "/api/tasks/" + id + "/" + operation)
                .header("X-Detective", "machine " + id)
                .json(operation.equals("close") ? Map.of("resolution", "solved") : Map.of())
                .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(fixture.read(id)).containsEntry("status", to);
        assertThat(fixture.eventTypes(id))
                .isEqualTo(
                        note == null
                                ? before
                                : Stream.concat(before.stream(), Stream.of(note))
                                        .toList());
        assertThat(fixture.read(id)).containsEntry("version", note == null ? 1L : 2L);
        if (status >= 400) {
            assertThat(answer.json())
                    .containsEntry("code", "invalid_transition")
                    .containsEntry("from", from)
                    .containsKey("allowed");
        }
        boolean withStack = status == 200 && (operation.equals("start") || operation.equals("park"));
        assertThat(answer.json().containsKey("stack")).isEqualTo(withStack);
        assertThat(answer.json().containsKey("investigation_notes")).isEqualTo(status == 200 && !withStack);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "park", "escalate"})
    void whatTheServiceLayerThrowsIs500UnlessTheClientIsStrict(String operation) {
        TestAnswer answer = fixture.post("/api/tasks/" + NOWHERE + "/" + operation);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.json())
                .containsEntry("code", "case_not_found")
                .containsEntry("retryable", false)
                .containsKey("error");
        TestAnswer strict = fixture.request("POST", "/api/tasks/" + NOWHERE + "/" + operation)
                .header("Prefer", "respond-async, handling=strict")
                .send();
        assertThat(strict.status()).isEqualTo(404);
        assertThat(strict.json()).containsEntry("code", "case_not_found");
        String archived = in("archived");
        if (!operation.equals("escalate")) {
            assertThat(fixture.request("POST", "/api/tasks/" + archived + "/" + operation)
                            .header("Prefer", "handling=strict")
                            .send()
                            .status())
                    .isEqualTo(409);
        }
    }

    @Test
    void aResolutionIsRequiredAndStaysWithTheCase() {
        String id = in("active");
        TestAnswer without = fixture.post("/api/tasks/" + id + "/close");
        assertThat(without.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(without)).containsExactly("/resolution");
        fixture.post("/api/tasks/" + id + "/close", Map.of("resolution", "It was the butler"));
        assertThat(fixture.notes(id).getLast())
                .containsEntry("event_type", "closed")
                .containsEntry("content", "It was the butler")
                .containsEntry("detective", "default");
        assertThat(fixture.notes(id).getLast().get("changes"))
                .isEqualTo(List.of(Map.of("field", "status", "old", "active", "new", "completed")));
        fixture.post("/api/tasks/" + id + "/restart");
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "closed", "resumed");
    }

    @Test
    void startInterruptsWhatIsOnTopAndParkResumesIt() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        TestAnswer started = as("kim", "POST", "/api/tasks/" + one + "/start");
        assertThat(ids(started.json().get("stack"))).containsExactly(one);
        started = as("kim", "POST", "/api/tasks/" + two + "/start");
        assertThat(ids(started.json().get("stack"))).containsExactly(two, one);
        assertThat(fixture.eventTypes(one)).containsExactly("case_created", "resumed", "interrupted");
        assertThat(as("kim", "GET", "/api/tasks/current").json()).containsEntry("id", two);
        TestAnswer parked = as("kim", "POST", "/api/tasks/" + two + "/park");
        assertThat(ids(parked.json().get("stack"))).containsExactly(one);
        assertThat(fixture.eventTypes(two)).containsExactly("case_created", "resumed", "parked");
        assertThat(fixture.eventTypes(one)).containsExactly("case_created", "resumed", "interrupted", "resumed");
    }

    static List<Object> ids(Object list) {
        return ((List<?>) list)
                .stream().map(task -> (Object) ((Map<?, ?>) task).get("id")).toList();
    }

    @Test
    void startOfAStackedCaseMovesItToTheTopAndOfTheTopDoesNothing() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        as("mover", "POST", "/api/tasks/" + one + "/start");
        as("mover", "POST", "/api/tasks/" + two + "/start");
        TestAnswer moved = as("mover", "POST", "/api/tasks/" + one + "/start");
        assertThat(ids(moved.json().get("stack"))).containsExactly(one, two);
        assertThat(fixture.eventTypes(two)).endsWith("interrupted");
        Object version = fixture.read(one).get("version");
        as("mover", "POST", "/api/tasks/" + one + "/start");
        assertThat(fixture.read(one)).containsEntry("version", version);
    }

    @Test
    void parkTakesACaseOffEveryStack() {
        String shared = fixture.create("shared");
        String below = fixture.create("below");
        as("first", "POST", "/api/tasks/" + below + "/start");
        as("first", "POST", "/api/tasks/" + shared + "/start");
        as("second", "POST", "/api/tasks/" + shared + "/start");
        as("third", "POST", "/api/tasks/" + shared + "/park");
        assertThat(as("second", "GET", "/api/tasks/current").text()).isEqualTo("null");
        assertThat(as("first", "GET", "/api/tasks/current").json()).containsEntry("id", below);
        assertThat(fixture.eventTypes(below)).endsWith("interrupted", "resumed");
    }

    @Test
    void completeAndBackPopTheStack() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        String three = fixture.create("three");
        for (String id : List.of(one, two, three)) {
            as("popper", "POST", "/api/tasks/" + id + "/start");
        }
        TestAnswer completed = fixture.request("POST", "/api/tasks/current/complete")
                .header("X-Detective", "popper")
                .json(Map.of("resolution", "done"))
                .send();
        assertThat(completed.status()).as(completed.text()).isEqualTo(200);
        assertThat(RegisterTest.map(completed.json().get("task")))
                .containsEntry("id", three)
                .containsEntry("status", "completed");
        assertThat(RegisterTest.map(completed.json().get("current"))).containsEntry("id", two);
        assertThat(ids(completed.json().get("stack"))).containsExactly(two, one);
        assertThat(fixture.notes(three).getLast()).containsEntry("content", "done");
        TestAnswer back = as("popper", "POST", "/api/tasks/current/back");
        assertThat(RegisterTest.map(back.json().get("task"))).containsEntry("id", two);
        assertThat(fixture.read(two)).containsEntry("status", "active");
        assertThat(fixture.eventTypes(two)).as("the popped case notes nothing").endsWith("interrupted", "resumed");
        assertThat(RegisterTest.map(back.json().get("current"))).containsEntry("id", one);
        back = as("popper", "POST", "/api/tasks/current/back");
        assertThat(back.json()).containsEntry("current", null).containsEntry("stack", List.of());
        for (String operation : List.of("back", "complete")) {
            TestAnswer empty = as("popper", "POST", "/api/tasks/current/" + operation);
            assertThat(empty.status()).isEqualTo(409);
            assertThat(empty.json()).containsEntry("code", "stack_empty");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"back", "complete"})
    void anotherCaseThanTheExpectedOneStaysOnTheStack(String operation) {
        String who = "expecting-" + operation;
        String below = fixture.create("below");
        String top = fixture.create("top");
        as(who, "POST", "/api/tasks/" + below + "/start");
        as(who, "POST", "/api/tasks/" + top + "/start");
        Map<String, Object> before = fixture.read(top);

        TestAnswer refused = expecting(who, operation, below, "first");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json())
                .containsEntry("code", "not_current")
                .containsEntry("current", Map.of("id", top, "label", "top"))
                .containsEntry("expected", below);
        assertThat(String.valueOf(refused.json().get("error"))).contains(top, below, "nothing was changed");
        assertThat(fixture.read(top)).isEqualTo(before);
        assertThat(ids(as(who, "GET", "/api/tasks/stack").payload())).containsExactly(top, below);

        TestAnswer done = expecting(who, operation, top, "second");
        assertThat(done.status()).isEqualTo(200);
        assertThat(ids(done.json().get("stack"))).containsExactly(below);
        TestAnswer again = expecting(who, operation, top, "second");
        assertThat(again.text()).as("a retry after a lost answer").isEqualTo(done.text());
        assertThat(ids(as(who, "GET", "/api/tasks/stack").payload())).containsExactly(below);

        assertThat(expecting(who, operation, "the lower one", "third").status()).isEqualTo(422);
        as(who, "POST", "/api/tasks/current/back");
        assertThat(expecting(who, operation, below, "fourth").json())
                .containsEntry("code", "not_current")
                .containsEntry("current", null);
    }

    @Test
    void theRefusalOfAnUnexpectedCaseReadsNoNotes() {
        String top = fixture.create("long");
        as("waiting", "POST", "/api/tasks/" + top + "/start");
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            TestAnswer refused = fixture.database().write(transaction -> {
                transaction.execute("LOCK TABLE cases.note IN ACCESS EXCLUSIVE MODE");
                return CompletableFuture.supplyAsync(() -> expecting("waiting", "back", NOWHERE, "locked"), thread)
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join();
            });
            assertThat(refused.json())
                    .containsEntry("code", "not_current")
                    .containsEntry("current", Map.of("id", top, "label", "long"));
        }
    }

    private static TestAnswer expecting(String who, String operation, String id, String key) {
        return fixture.request("POST", "/api/tasks/current/" + operation)
                .header("X-Detective", who)
                .header("Idempotency-Key", who + key)
                .json(Map.of("id", id))
                .send();
    }

    @Test
    void interruptCreatesACaseOnTop() {
        String before = fixture.create("before");
        as("busy", "POST", "/api/tasks/" + before + "/start");
        TestAnswer answer = fixture.request("POST", "/api/tasks/interrupt")
                .header("X-Detective", "busy")
                .json(Map.of("label", "urgent thing"))
                .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        Map<String, Object> task = RegisterTest.map(answer.json().get("task"));
        assertThat(task).containsEntry("status", "active").containsEntry("label", "urgent thing");
        assertThat(answer.header("Location")).isEqualTo("/api/tasks/" + task.get("id"));
        assertThat(RegisterTest.map(answer.json().get("interrupted"))).containsEntry("id", before);
        assertThat(ids(answer.json().get("stack"))).containsExactly(task.get("id"), before);
        assertThat(fixture.eventTypes((String) task.get("id"))).containsExactly("case_created");
        assertThat(fixture.eventTypes(before)).endsWith("interrupted");
        assertThat(fixture.read(before)).containsEntry("status", "active");
        assertThat(fixture.post("/api/tasks/interrupt", Map.of("label", "x", "status", "parked"))
                        .status())
                .isEqualTo(422);
        assertThat(fixture.post("/api/tasks/interrupt", Map.of()).status()).isEqualTo(422);
    }

    @Test
    void theStackIsAListOfCasesTheTopFirst() {
        for (int i = 0; i < 5; i++) {
            as("lister", "POST", "/api/tasks/" + fixture.create("s" + i) + "/start");
        }
        TestAnswer answer = as("lister", "GET", "/api/tasks/stack?limit=2&fields=label,note_count");
        assertThat(answer.text())
                .isEqualTo("[{\"label\":\"s4\",\"note_count\":2},{\"label\":\"s3\",\"note_count\":3}]");
        assertThat(answer.header("X-Total-Count")).isEqualTo("5");
        String next = answer.header("Link").replaceAll("^<|>.*$", "");
        assertThat(as("lister", "GET", next).text())
                .contains("\"s2\"", "\"s1\"")
                .doesNotContain("\"s3\"");
        assertThat(as("lister", "GET", "/api/tasks/stack?envelope=1").json())
                .containsEntry("total", 5L)
                .containsEntry("next_cursor", null);
        assertThat(as("lister", "GET", "/api/tasks/stack?cursor=x").status()).isEqualTo(422);
        assertThat(as("nobody", "GET", "/api/tasks/stack").text()).isEqualTo("[]");
        assertThat(as("nobody", "GET", "/api/tasks/current").text()).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource({
        "parked,active,resumed",
        "active,parked,parked",
        "active,completed,closed",
        "completed,active,resumed",
        "parked,archived,field_updated",
        "completed,archived,field_updated"
    })
    void aPatchOfTheStatusIsTheOperationThatItEquals(String from, String to, String note) {
        String id = in(from);
        List<String> before = fixture.eventTypes(id);
        TestAnswer answer = fixture.patch(
                "/api/tasks/" + id,
                to.equals("completed")
                        ? Map.of("status", to, "priority", 1, "resolution", "so")
                        : Map.of("status", to, "priority", 1));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(fixture.read(id)).containsEntry("status", to).containsEntry("version", 2L);
        assertThat(fixture.eventTypes(id))
                .isEqualTo(Stream.concat(before.stream(), Stream.of(note)).toList());
        assertThat(fixture.notes(id).getLast().get("changes"))
                .as("one note tells of all")
                .isEqualTo(List.of(
                        Map.of("field", "priority", "old", 3, "new", 1),
                        Map.of("field", "status", "old", from, "new", to)));
    }

    @ParameterizedTest
    @CsvSource({"parked,completed", "completed,parked", "archived,active", "archived,parked", "archived,completed"})
    void aPatchOfTheStatusObeysTheMachine(String from, String to) {
        String id = in(from);
        TestAnswer answer = fixture.patch("/api/tasks/" + id, Map.of("status", to, "label", "not this either"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(409);
        assertThat(answer.json()).containsEntry("code", "invalid_transition").containsEntry("from", from);
        assertThat(fixture.read(id)).containsEntry("label", from).containsEntry("version", 1L);
    }

    @Test
    void aPatchToCompletedNeedsAResolutionAndMovesTheStack() {
        String id = fixture.create("patched");
        as("patcher", "POST", "/api/tasks/" + id + "/start");
        TestAnswer without = fixture.patch("/api/tasks/" + id, Map.of("status", "completed"));
        assertThat(without.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(without)).containsExactly("/resolution");
        assertThat(fixture.patch("/api/tasks/" + id, Map.of("status", "completed", "resolution", "r"))
                        .status())
                .isEqualTo(200);
        assertThat(fixture.notes(id).getLast()).containsEntry("content", "r");
        assertThat(as("patcher", "GET", "/api/tasks/current").text()).isEqualTo("null");
    }

    @Test
    void aResolutionWithoutACompletionIsRefusedAsSuch() {
        String id = fixture.create("unresolved");
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("resolution", "done");
        patch.put("priority", 3);
        patch.put("foo", 1);
        patch.put("id", id);
        TestAnswer answer = fixture.patch("/api/tasks/" + id, patch);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(answer)).containsExactly("/resolution", "/foo");
        List<?> errors = (List<?>) answer.json().get("errors");
        assertThat(RegisterTest.map(errors.getFirst()))
                .containsEntry("code", "conflict")
                .containsEntry("message", "resolution is given only with the status completed");
        assertThat((List<?>) RegisterTest.map(errors.getLast()).get("allowed"))
                .map(String::valueOf)
                .as("what the patch does not have as well, and not what may only be sent back")
                .contains("label", "resolution", "status", "version")
                .doesNotContain("id", "note_count");
    }

    @Test
    void principalsHaveStacksOfTheirOwn() {
        String id = fixture.create("mine");
        as("me", "POST", "/api/tasks/" + id + "/start");
        assertThat(as("me", "GET", "/api/tasks/current").json()).containsEntry("id", id);
        assertThat(as("you", "GET", "/api/tasks/current").text()).isEqualTo("null");
        assertThat(fixture.notes(id).getLast()).containsEntry("detective", "me");
        assertThat(fixture.request("GET", "/api/tasks/current")
                        .header("X-Detective", "x".repeat(300))
                        .send()
                        .status())
                .isEqualTo(400);
    }

    // @req:case-close-twice
    @Test
    void anotherResolutionOfACompletedCaseIsRefusedAndNotDropped() {
        String id = in("completed");
        String close = "/api/tasks/" + id + "/close";
        assertThat(fixture.post(close, Map.of("resolution", "solved")).status()).isEqualTo(200);
        for (TestAnswer other : List.of(
                fixture.post(close, Map.of("resolution", "given up")),
                fixture.patch("/api/tasks/" + id, Map.of("status", "completed", "resolution", "given up")))) {
            assertThat(other.status()).isEqualTo(409);
            assertThat(other.json()).containsEntry("code", "already_closed").containsEntry("resolution", "solved");
        }
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "closed");
    }

    @Test
    void aResolutionIsKeptIfTheCaseWasCompletedWithoutOne() {
        String id = fixture.create("unresolved");
        fixture.put("/api/tasks/" + id, Map.of("label", "unresolved", "status", "completed"));
        assertThat(fixture.post("/api/tasks/" + id + "/close", Map.of("resolution", "solved"))
                        .status())
                .isEqualTo(200);
        assertThat(fixture.notes(id).getLast())
                .containsEntry("event_type", "closed")
                .containsEntry("content", "solved");
    }

    @Test
    void aCaseThatIsCreatedCompletedNeedsAResolution() {
        TestAnswer without = fixture.post("/api/tasks", Map.of("label", "done", "status", "completed"));
        assertThat(without.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(without)).containsExactly("/resolution");
        TestAnswer idle = fixture.post("/api/tasks", Map.of("label", "open", "resolution", "solved"));
        assertThat(RegisterTest.pointers(idle)).containsExactly("/resolution");
    }
}
