package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sixteen concurrent clients. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConcurrencyTest {
    private static final int CLIENTS = 16;
    private static final int ROUNDS = 12;

    /** Clients from this number on work on checklists. */
    private static final int FIRST_LISTER = 12;

    /** Odd, so that every item ends up done. */
    private static final int TOGGLES = 3;

    private static final List<String> FIELDS = List.of(
            "label", "detective", "notes", "repository_context", "current_resume", "label", "detective", "notes");

    @ClassFixture
    private static CasesFixture fixture;

    /** The work of one client. */
    private interface Client<T> {
        T run(int number) throws Exception;
    }

    private static <T> List<T> together(Client<T> client) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var start = new CyclicBarrier(CLIENTS);
            var running = new ArrayList<Future<T>>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                Callable<T> task = () -> {
                    start.await();
                    return client.run(number);
                };
                running.add(threads.submit(task));
            }
            var results = new ArrayList<T>();
            for (Future<T> one : running) {
                results.add(one.get());
            }
            return results;
        }
    }

    /**
     * Creates a request of the internal listener or of a user; users who change fields have the role lead, the others
     * need no lead.
     */
    private static TestRequest request(int number, boolean signedIn, String method, String target) {
        TestRequest request = fixture.request(method, target);
        return signedIn ? request.as("client " + number, number < FIELDS.size() ? "lead" : "detective") : request;
    }

    private static TestAnswer post(int number, boolean signedIn, String target, Object body) {
        return request(number, signedIn, "POST", target).json(body).send();
    }

    /** Eight clients change fields, four write notes, and four add and toggle checklist items, all on one case. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingThatWasAcknowledgedIsLost(boolean signedIn) throws Exception {
        String id = fixture.create("busy");
        together(number -> {
            for (int round = 0; round < ROUNDS; round++) {
                String value = number + "." + round;
                if (number < FIELDS.size()) {
                    acknowledged(request(number, signedIn, "PATCH", "/api/tasks/" + id)
                            .json(Map.of(FIELDS.get(number), text(number, value)))
                            .send());
                } else if (number < FIRST_LISTER) {
                    acknowledged(
                            post(number, signedIn, "/api/tasks/" + id + "/notes", Map.of("note", "note " + value)));
                } else {
                    toggled(number, signedIn, id, "step " + value);
                }
                // a stale request is refused, whatever else happens to the case
                assertThat(request(number, signedIn, "PATCH", "/api/tasks/" + id)
                                .header("If-Match", "\"v0\"")
                                .json(Map.of("label", "stale"))
                                .send()
                                .status())
                        .isEqualTo(412);
            }
            return number;
        });
        List<Map<String, Object>> notes = fixture.notes(id);
        int changes = (FIRST_LISTER + (CLIENTS - FIRST_LISTER) * (1 + TOGGLES)) * ROUNDS;
        assertThat(notes).hasSize(1 + changes);
        assertThat(fixture.read(id)).containsEntry("version", 1L + changes);
        var contents = new HashSet<Object>();
        notes.forEach(note -> contents.add(note.get("content")));
        for (int number = FIELDS.size(); number < FIRST_LISTER; number++) {
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(contents).contains("note " + number + "." + round);
            }
        }
        for (int index = 0; index < notes.size(); index += 17) {
            assertThat(fixture.get("/api/tasks/" + id + "/notes/" + index).json())
                    .containsEntry("note_id", notes.get(index).get("note_id"));
        }
        chained(notes, fixture.read(id));
        toggledAll(id);
    }

    private static TestAnswer acknowledged(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isIn(200, 201);
        return answer;
    }

    /** Adds an item and toggles it. The item ends up done unless a toggle was lost or hit another item. */
    private static void toggled(int number, boolean signedIn, String id, String text) {
        String execute = "/api/tasks/" + id + "/lists/Steps%20" + number % 2 + "/execute";
        var add = Map.of("action", "add", "params", Map.of("text", text, "position", 0));
        TestAnswer added = acknowledged(post(number, signedIn, execute, add));
        Object item = items(added).stream()
                .filter(one -> one.get("text").equals(text))
                .findFirst()
                .orElseThrow()
                .get("item_id");
        for (int i = 0; i < TOGGLES; i++) {
            var toggle = Map.of("action", "toggle", "params", Map.of("item_id", item));
            acknowledged(post(number, signedIn, execute, toggle));
        }
    }

    private static List<Map<String, Object>> items(TestAnswer answer) {
        return ((List<?>) answer.json().get("items"))
                .stream().map(RegisterTest::map).toList();
    }

    /** Checks that every item exists once and is done, and that its index is its position. */
    private static void toggledAll(String id) {
        for (int list = 0; list < 2; list++) {
            List<Map<String, Object>> items = items(
                    fixture.post("/api/tasks/" + id + "/lists/steps-" + list + "/execute", Map.of("action", "list")));
            var expected = new ArrayList<Object>();
            for (int number = FIRST_LISTER; number < CLIENTS; number++) {
                for (int round = 0; number % 2 == list && round < ROUNDS; round++) {
                    expected.add("step " + number + "." + round);
                }
            }
            assertThat(items).extracting(item -> item.get("text")).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(items).allSatisfy(item -> assertThat(item).containsEntry("checked", true));
            for (int index = 0; index < items.size(); index++) {
                assertThat(((Number) items.get(index).get("index")).intValue()).isEqualTo(index);
            }
        }
    }

    private static String text(int number, String value) {
        return FIELDS.get(number).equals("current_resume") ? "{\"at\":\"" + value + "\"}" : "value " + value;
    }

    /**
     * Checks that each change of a field starts from the result of the previous one, and that the last result is
     * stored.
     */
    private static void chained(List<Map<String, Object>> notes, Map<String, Object> task) {
        for (String field : new HashSet<>(FIELDS)) {
            Object value = field.equals("label") ? "busy" : null;
            for (Map<String, Object> note : notes) {
                for (Object change : note.get("changes") == null ? List.of() : (List<?>) note.get("changes")) {
                    Map<String, Object> members = RegisterTest.map(change);
                    if (members.get("field").equals(field)) {
                        assertThat(members.get("old")).isEqualTo(value);
                        value = members.get("new");
                    }
                }
            }
            assertThat(task.get(field)).isEqualTo(value);
        }
    }

    @Test
    void ofThoseWhoNameTheSameVersionOneWins() throws Exception {
        String id = fixture.create("raced");
        for (int round = 1; round <= ROUNDS; round++) {
            String tag = "\"v" + round + "\"";
            List<Integer> statuses = together(number -> fixture.request("PATCH", "/api/tasks/" + id)
                    .header("If-Match", tag)
                    .json(Map.of("label", tag + number))
                    .send()
                    .status());
            assertThat(statuses).containsOnlyOnce(200);
            assertThat(statuses.stream().filter(status -> status == 412)).hasSize(CLIENTS - 1);
        }
        assertThat(fixture.read(id)).containsEntry("version", ROUNDS + 1L);
    }

    @Test
    void patchesOfDifferentFieldsFromOneBaseAllWin() throws Exception {
        String id = fixture.create("merged");
        List<Map<String, Object>> patches = List.of(
                Map.of("label", "l"),
                Map.of("priority", 1),
                Map.of("case_type", "bug"),
                Map.of("detective", "kim"),
                Map.of("urgency_level", "urgent"),
                Map.of("repository_context", "r"),
                Map.of("notes", "n"),
                Map.of("evidence_tags", List.of("t")),
                Map.of("scheduled_date", "2026-01-01"),
                Map.of("due_date", "2026-01-02"),
                Map.of("current_resume", "{}"),
                Map.of("pinned", true),
                Map.of("classification", "idea"),
                Map.of("consciousness_links", Map.of("context", "c")),
                Map.of("case_links", List.of(fixture.create("linked"))),
                Map.of("status", "active"));
        together(number -> {
            var body = new java.util.HashMap<>(patches.get(number));
            body.put("version", 1);
            TestAnswer answer = fixture.patch("/api/tasks/" + id, body);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            return number;
        });
        Map<String, Object> task = fixture.read(id);
        patches.forEach(patch -> assertThat(task).containsAllEntriesOf(patch));
        assertThat(task).containsEntry("version", CLIENTS + 1L);
    }

    @Test
    void oneKeyIsDoneOnceHoweverManySendIt() throws Exception {
        List<Object> ids = together(number -> {
            while (true) {
                TestAnswer answer = fixture.request("POST", "/api/tasks")
                        .header("Idempotency-Key", "together")
                        .json(Map.of("label", "once"))
                        .send();
                if (answer.status() != 409) {
                    return answer.json().get("id");
                }
                assertThat(answer.json()).containsEntry("code", "idempotency_in_flight");
            }
        });
        assertThat(new HashSet<>(ids)).hasSize(1).doesNotContainNull();
    }

    /**
     * Two of the cases are assigned. Users with odd numbers are leads; the others may not change cases assigned to
     * someone else.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stacksStayWholeUnderEverythingAtOnce(boolean signedIn) throws Exception {
        String workers = signedIn ? "user " : "worker ";
        var ids = new ArrayList<>(List.of(fixture.create("c"), fixture.create("d")));
        for (int owner = 0; owner < 4; owner += 2) {
            var owned = Map.of("label", "owned", "detective", workers + owner);
            ids.add((String) fixture.post("/api/tasks", owned).json().get("id"));
        }
        together(number -> {
            var random = new Random(number);
            for (int round = 0; round < 25; round++) {
                String id = ids.get(random.nextInt(ids.size()));
                String path = switch (random.nextInt(7)) {
                    case 0, 1 -> id + "/start";
                    case 2 -> id + "/park";
                    case 3 -> "current/back";
                    case 4 -> "current/complete";
                    case 5 -> id + "/restart";
                    default -> id + "/activate";
                };
                int worker = number % 5;
                boolean leads = worker % 2 == 1;
                TestRequest request = fixture.request("POST", "/api/tasks/" + path)
                        .header("X-Detective", workers + worker)
                        .header("Prefer", "handling=strict");
                TestAnswer answer = signedIn
                        ? request.as(workers + worker, leads ? "lead" : "detective")
                                .send()
                        : request.send();
                if (answer.status() == 503) {
                    // On a machine that pauses, a client waits too long for a connection: nothing was done.
                    assertThat(answer.json()).containsEntry("code", "database_unavailable");
                } else {
                    assertThat(answer.status()).as(answer.text()).isIn(200, 409, signedIn && !leads ? 403 : 200);
                }
            }
            return number;
        });
        for (int who = 0; who < 5; who++) {
            TestAnswer stack = fixture.request("GET", "/api/tasks/stack")
                    .header("X-Detective", workers + who)
                    .send();
            List<Object> stacked = LifecycleTest.ids(stack.payload());
            assertThat(stacked).doesNotHaveDuplicates();
            stacked.forEach(id -> assertThat(fixture.read((String) id)).containsEntry("status", "active"));
        }
        for (String id : ids) {
            Map<String, Object> task = fixture.read(id);
            assertThat(task.get("version")).as("each change was noted once").isEqualTo((long)
                    fixture.notes(id).size());
        }
    }
}
