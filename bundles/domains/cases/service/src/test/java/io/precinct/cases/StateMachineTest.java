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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
        var model = new Model(List.of("kim " + sequence, "lee " + sequence));
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

    private static void perform(Step step, Model model) {
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

    private static void onCase(Step step, Model model, String who, String id) {
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

    /** What the specification and its decisions say, with lists and strings. */
    private static final class Model {
        static final class Case {
            String status;
            String label = "x";
            long version = 1;
            boolean pinned;
            boolean resolved;
            final List<String> events = new ArrayList<>(List.of("case_created"));

            Case(String status) {
                this.status = status;
            }

            void noted(String event) {
                version++;
                events.add(event);
                resolved &= !event.equals("resumed");
            }

            /** A case that was completed without a resolution takes one later. */
            int resolve() {
                if (!resolved) {
                    noted("closed");
                    resolved = true;
                }
                return 200;
            }
        }

        final List<String> people;
        final Map<String, Case> cases = new LinkedHashMap<>();
        final Map<String, LinkedList<String>> stacks = new LinkedHashMap<>();

        Model(List<String> people) {
            this.people = people;
            people.forEach(who -> stacks.put(who, new LinkedList<>()));
        }

        void created(String id, String status) {
            cases.put(id, new Case(status));
        }

        void interrupted(String who, String id) {
            created(id, "active");
            push(who, id);
        }

        private void push(String who, String id) {
            LinkedList<String> stack = stacks.get(who);
            String top = stack.peek();
            stack.remove(id);
            stack.push(id);
            if (top != null && !top.equals(id)) {
                cases.get(top).noted("interrupted");
            }
        }

        private void off(String id) {
            Set<String> tops = new LinkedHashSet<>();
            for (LinkedList<String> stack : stacks.values()) {
                boolean top = id.equals(stack.peek());
                stack.remove(id);
                if (top && !stack.isEmpty()) {
                    tops.add(stack.peek());
                }
            }
            tops.forEach(top -> cases.get(top).noted("resumed"));
        }

        int start(String who, String id) {
            Case one = cases.get(id);
            if (!List.of("parked", "active").contains(one.status)) {
                return 500;
            }
            if (!(one.status.equals("active") && id.equals(stacks.get(who).peek()))) {
                one.status = "active";
                one.noted("resumed");
                push(who, id);
            }
            return 200;
        }

        int move(String name, String id) {
            Case one = cases.get(id);
            String to = Map.of(
                            "park", "parked",
                            "activate", "active",
                            "close", "completed",
                            "restart", "active",
                            "archive", "archived")
                    .get(name);
            List<String> from = Map.of(
                            "park", List.of("active"),
                            "activate", List.of("parked"),
                            "close", List.of("active"),
                            "restart", List.of("completed"),
                            "archive", List.of("parked", "active", "completed"))
                    .get(name);
            if (one.status.equals(to)) {
                return name.equals("close") ? one.resolve() : 200;
            }
            if (!from.contains(one.status)) {
                return name.equals("park") ? 500 : 409;
            }
            moved(one, to);
            if (!to.equals("active")) {
                off(id);
            }
            return 200;
        }

        private void moved(Case one, String to) {
            one.status = to;
            one.noted(Map.of(
                            "parked", "parked",
                            "active", "resumed",
                            "completed", "closed",
                            "archived", "field_updated")
                    .get(to));
            one.resolved |= to.equals("completed");
        }

        int complete(String who) {
            String top = stacks.get(who).peek();
            if (top == null) {
                return 409;
            }
            int status = move("close", top);
            cases.get(top).resolved = false;
            return status;
        }

        int back(String who) {
            LinkedList<String> stack = stacks.get(who);
            if (stack.isEmpty()) {
                return 409;
            }
            stack.pop();
            if (!stack.isEmpty()) {
                cases.get(stack.peek()).noted("resumed");
            }
            return 200;
        }

        int patch(String id, String status) {
            Case one = cases.get(id);
            if (one.status.equals(status)) {
                return status.equals("completed") ? one.resolve() : 200;
            }
            List<String> reachable = switch (one.status) {
                case "parked" -> List.of("active", "archived");
                case "active" -> List.of("parked", "completed", "archived");
                case "completed" -> List.of("active", "archived");
                default -> List.of();
            };
            if (!reachable.contains(status)) {
                return 409;
            }
            moved(one, status);
            if (!status.equals("active")) {
                off(id);
            }
            return 200;
        }

        int put(String id, String status) {
            Case one = cases.get(id);
            boolean same = one.status.equals(status) && !one.pinned;
            one.pinned = false;
            if (!same) {
                one.status = status;
                one.noted("version_updated");
                if (!status.equals("active")) {
                    off(id);
                }
            }
            return 200;
        }

        int label(String id, String label) {
            Case one = cases.get(id);
            if (!one.label.equals(label)) {
                one.label = label;
                one.noted("field_updated");
            }
            return 200;
        }

        int note(String id) {
            cases.get(id).noted("note_added");
            return 201;
        }

        int pin(String id) {
            Case one = cases.get(id);
            if (!one.pinned) {
                one.pinned = true;
                one.noted("field_updated");
            }
            return 200;
        }

        int delete(String id) {
            off(id);
            cases.remove(id);
            return 204;
        }
    }
}
