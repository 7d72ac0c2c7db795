package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.enumValues;
import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/** Random operations against a small model of the specification: status, stack, version and the notes written. */
class StateMachineTest {
    private static final AtomicInteger SEQUENCE = new AtomicInteger();
    private static CasesFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new CasesFixture();
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    enum Operation {
        CREATE,
        INTERRUPT,
        START,
        PARK,
        ACTIVATE,
        CLOSE,
        RESTART,
        ARCHIVE,
        COMPLETE,
        BACK,
        PATCH_STATUS,
        PATCH_LABEL,
        NOTE,
        PIN,
        TOUCH,
        PUT_STATUS,
        DELETE
    }

    /** One step: which operation, on which of the cases there are, by which of two people, and a choice it may need. */
    record Step(Operation operation, int which, int who, int choice) {}

    private static Gen<List<Step>> sequences() {
        Gen<Operation> operations = frequency(
                Pair.of(2, constant(Operation.CREATE)),
                Pair.of(4, constant(Operation.START)),
                Pair.of(2, constant(Operation.INTERRUPT)),
                Pair.of(12, enumValues(Operation.class)));
        Gen<Step> step = operations.zip(range(0, 9), range(0, 1), range(0, 3), Step::new);
        return lists().of(step).ofSizeBetween(4, 24);
    }

    @Test
    void theServiceDoesWhatTheModelDoes() {
        // Each sequence is some forty requests to a database.
        qt().withExamples(1000).withShrinkCycles(500).forAll(sequences()).checkAssert(StateMachineTest::check);
    }

    private static void check(List<Step> steps) {
        int sequence = SEQUENCE.incrementAndGet();
        var model = new CaseModel(List.of("kim " + sequence, "lee " + sequence));
        for (Step step : steps) {
            perform(step, model);
        }
        model.cases.forEach((id, expected) -> {
            Map<String, Object> task = fixture.read(id);
            assertThat(task).containsEntry("status", expected.status).containsEntry("version", expected.version);
            assertThat(fixture.eventTypes(id)).isEqualTo(expected.events);
        });
        model.stacks.forEach((who, stack) -> {
            Object shown = send("GET", "/api/tasks/stack", who, null).payload();
            assertThat(LifecycleTest.ids(shown)).isEqualTo(stack);
        });
    }

    private static TestAnswer send(String method, String path, String who, Map<String, Object> body) {
        TestRequest request = fixture.request(method, path).header("X-Detective", who);
        return body == null ? request.send() : request.json(body).send();
    }

    private static void perform(Step step, CaseModel model) {
        String who = model.people.get(step.who);
        if (step.operation == Operation.CREATE) {
            model.created(
                    id(send("POST", "/api/tasks", who, Map.of("label", "x")).json()), "parked");
            return;
        }
        if (step.operation == Operation.INTERRUPT) {
            TestAnswer answer = send("POST", "/api/tasks/interrupt", who, Map.of("label", "x"));
            model.interrupted(who, id(answer.json().get("task")));
            return;
        }
        if (step.operation == Operation.COMPLETE || step.operation == Operation.BACK) {
            boolean complete = step.operation == Operation.COMPLETE;
            String path = "/api/tasks/current/" + (complete ? "complete" : "back");
            int expected = complete ? model.complete(who) : model.back(who);
            assertThat(send("POST", path, who, null).status()).isEqualTo(expected);
            return;
        }
        if (!model.cases.isEmpty()) {
            String id = List.copyOf(model.cases.keySet()).get(step.which % model.cases.size());
            onCase(step, model, who, id);
        }
    }

    private static void onCase(Step step, CaseModel model, String who, String id) {
        String path = "/api/tasks/" + id;
        String status = List.of("parked", "active", "completed", "archived").get(step.choice);
        int expected;
        TestAnswer answer;
        switch (step.operation) {
            case START -> {
                expected = model.start(who, id);
                answer = send("POST", path + "/start", who, null);
            }
            case PARK, ACTIVATE, CLOSE, RESTART, ARCHIVE -> {
                String name = step.operation.name().toLowerCase(java.util.Locale.ROOT);
                expected = model.move(name, id);
                answer = send("POST", path + "/" + name, who, name.equals("close") ? Map.of("resolution", "r") : null);
            }
            case PATCH_STATUS -> {
                var body = new HashMap<String, Object>(Map.of("status", status));
                if (status.equals("completed")) {
                    body.put("resolution", "r");
                }
                expected = model.patch(id, status);
                answer = send("PATCH", path, who, body);
            }
            case PUT_STATUS -> {
                expected = model.put(id, status);
                answer = send("PUT", path, who, Map.of("label", model.cases.get(id).label, "status", status));
            }
            case PATCH_LABEL -> {
                expected = model.label(id, "label " + step.choice);
                answer = send("PATCH", path, who, Map.of("label", "label " + step.choice));
            }
            case NOTE -> {
                expected = model.note(id);
                answer = send("POST", path + "/notes", who, Map.of("note", "n"));
            }
            case PIN -> {
                expected = model.pin(id);
                answer = send("POST", path + "/pin", who, null);
            }
            case TOUCH -> {
                expected = 200;
                answer = send("POST", path + "/touch", who, null);
            }
            default -> {
                expected = model.delete(id);
                answer = send("DELETE", path, who, null);
            }
        }
        assertThat(answer.status())
                .as("%s of %s: %s", step.operation, id, answer.text())
                .isEqualTo(expected);
    }

    private static String id(Object task) {
        return (String) Objects.requireNonNull(((Map<?, ?>) task).get("id"));
    }
}
