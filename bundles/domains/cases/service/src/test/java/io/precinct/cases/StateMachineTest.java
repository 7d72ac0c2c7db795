package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.enumValues;
import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.cases.CaseModel.Expected;
import io.precinct.cases.CaseModel.Person;
import io.precinct.cases.CaseModel.Written;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/**
 * Runs random operations against a small model of the specification: status, owner, stack, version and notes. Clients
 * of the internal listener and users of each role send them.
 */
class StateMachineTest {
    private static final AtomicInteger SEQUENCE = new AtomicInteger();
    private static final String SOMEBODY_ELSE = "mallory";

    private static final List<String> STATUSES = List.of("parked", "active", "completed", "archived");

    private static final Pattern SECRET = Pattern.compile("secret-[0-9]+");

    /** The texts of all redacted notes. */
    private static final Set<String> REDACTED = new HashSet<>();

    /** How many times the usual number of sequences is run; 6 makes 100,000 steps. */
    private static final int TIMES = Integer.getInteger("precinct.sequences", 1);

    @ClassFixture
    private static CasesFixture fixture;

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
        ASSIGN,
        FREE,
        NOTE,
        EDIT_NOTE,
        DELETE_NOTE,
        LINK,
        PIN,
        TOUCH,
        PUT_STATUS,
        PUT_NOTE,
        REDACT_NOTE,
        DELETE,
        RESTORE,
        PUT_DELETED,
        PUSH_DELETED
    }

    /**
     * One step: the operation, which of the existing cases, which of the people, and a choice that the operation may
     * need.
     */
    record Step(Operation operation, int which, int who, int choice) {}

    private static Gen<List<Step>> sequences() {
        Gen<Operation> operations = frequency(
                Pair.of(2, constant(Operation.CREATE)),
                Pair.of(4, constant(Operation.START)),
                Pair.of(2, constant(Operation.INTERRUPT)),
                Pair.of(14, enumValues(Operation.class)));
        Gen<Step> step = operations.zip(range(0, 9), range(0, 9), range(0, 3), Step::new);
        return lists().of(step).ofSizeBetween(4, 24);
    }

    @Test
    void theServiceDoesWhatTheModelDoes() {
        // each sequence makes about forty requests to a database
        qt().withExamples(700 * TIMES)
                .withShrinkCycles(500)
                .forAll(sequences())
                .checkAssert(steps -> check(
                        steps,
                        sequence -> List.of(new Person("kim " + sequence, null), new Person("lee " + sequence, null))));
        assertRedactedForGood();
    }

    // @req:case-roles
    @Test
    void usersDoWhatTheirRolesAllowAndARefusalChangesNothing() {
        qt().withExamples(500 * TIMES)
                .withShrinkCycles(500)
                .forAll(sequences())
                .checkAssert(steps -> check(
                        steps,
                        sequence -> List.of(
                                new Person("ada-" + sequence, "detective"),
                                new Person("bob-" + sequence, ""),
                                new Person("lea-" + sequence, "lead"),
                                new Person("rita-" + sequence, "reader"),
                                new Person("sam-" + sequence, "sync"))));
        assertRedactedForGood();
    }

    /** Creates the users of a sequence with unique names, because their stacks are permanent. */
    private interface People {
        List<Person> of(int sequence);
    }

    private static void check(List<Step> steps, People everybody) {
        List<Person> people = everybody.of(SEQUENCE.incrementAndGet());
        var model = new CaseModel(people);
        for (Step step : steps) {
            model.actor = people.get(step.who % people.size());
            perform(step, model, people);
        }
        model.cases.forEach((id, expected) -> {
            assertThat(fixture.read(id))
                    .containsEntry("status", expected.status)
                    .containsEntry("detective", expected.owner)
                    .containsEntry("version", expected.version);
            List<Written> notes = fixture.notes(id).stream()
                    .map(note -> new Written(
                            (String) note.get("event_type"),
                            (String) note.get("detective"),
                            String.valueOf(note.get("content")).startsWith("Redacted: ")))
                    .toList();
            assertThat(notes).isEqualTo(expected.notes);
        });
        for (Person person : people) {
            assertThat(LifecycleTest.ids(stack(person))).isEqualTo(model.stacks.get(person.name()));
        }
    }

    /** Returns a text that no other note has. */
    private static String secret() {
        return "secret-" + SEQUENCE.incrementAndGet();
    }

    /** Checks that no table has a text that was redacted: notes, events, deleted cases, words for searches. */
    private static void assertRedactedForGood() {
        assertThat(REDACTED).isNotEmpty();
        List<String> tables = fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT table_schema || '.' || table_name FROM information_schema.tables"
                                + " WHERE table_schema NOT IN ('pg_catalog', 'information_schema')")
                        .mapTo(String.class)
                        .list());
        assertThat(tables).contains("cases.note", "cases.departure", "cases.redaction", "graph.node");
        for (String table : tables) {
            List<String> rows = fixture.database()
                    .read(transaction -> transaction
                            .createQuery("SELECT to_jsonb(t)::text FROM " + table + " t")
                            .mapTo(String.class)
                            .list());
            for (String row : rows) {
                assertThat(SECRET.matcher(row).results().map(MatchResult::group))
                        .as(table)
                        .doesNotContainAnyElementsOf(REDACTED);
            }
        }
    }

    private static @Nullable Object stack(Person person) {
        return send("GET", "/api/tasks/stack", person, null).payload();
    }

    private static TestAnswer send(
            String method, String path, Person who, @Nullable Map<String, @Nullable Object> body) {
        TestRequest request = fixture.request(method, path);
        if (who.role() == null) {
            request.header("X-Detective", who.name());
        } else {
            request.as(who.name(), who.role().isEmpty() ? new String[0] : new String[] {who.role()});
        }
        return body == null ? request.send() : request.json(body).send();
    }

    private static void perform(Step step, CaseModel model, List<Person> people) {
        switch (step.operation) {
            case CREATE -> {
                boolean unassigned = step.choice == 0;
                var body = new HashMap<String, @Nullable Object>(Map.of("label", "x"));
                if (unassigned) {
                    body.put("detective", null);
                }
                TestAnswer answer = assertDone(post("/api/tasks", body, model.create()), null, model.actor);
                if (answer.status() == 201) {
                    model.created(id(answer.json()), "parked", unassigned);
                }
            }
            case INTERRUPT -> {
                Plan plan = post("/api/tasks/interrupt", Map.of("label", "x"), model.create());
                TestAnswer answer = assertDone(plan, null, model.actor);
                if (answer.status() == 201) {
                    model.interrupted(id(answer.json().get("task")));
                }
            }
            case RESTORE, PUT_DELETED, PUSH_DELETED -> {
                if (!model.deleted().isEmpty()) {
                    String id = model.deleted().get(step.which % model.deleted().size());
                    assertDone(ofDeleted(step, model, id), null, model.actor);
                }
            }
            case COMPLETE, BACK -> {
                String top = model.top();
                Plan plan = step.operation == Operation.COMPLETE
                        ? post("/api/tasks/current/complete", null, model.complete())
                        : post("/api/tasks/current/back", null, model.back());
                assertDone(plan, top, model.actor);
            }
            default -> {
                if (!model.cases.isEmpty()) {
                    String id = List.copyOf(model.cases.keySet()).get(step.which % model.cases.size());
                    assertDone(ofCase(step, model, people, id), id, model.actor);
                }
            }
        }
    }

    /** A request and its expected response. */
    private record Plan(
            String method, String path, @Nullable Map<String, @Nullable Object> body, Expected expected) {}

    private static Plan post(String path, @Nullable Map<String, @Nullable Object> body, Expected expected) {
        return new Plan("POST", path, body, expected);
    }

    private static Plan ofDeleted(Step step, CaseModel model, String id) {
        String path = "/api/tasks/" + id;
        return switch (step.operation) {
            case RESTORE -> post(path + "/restore", Map.of(), model.restore(id));
            case PUT_DELETED -> {
                String status = STATUSES.get(step.choice);
                yield new Plan("PUT", path, Map.of("label", "x", "status", status), model.recreate(id, status));
            }
            default -> {
                // the deletion is newer than an old edit, and older than one from now on
                CasesFixture.tick();
                boolean edited = step.choice < 3;
                Instant at = edited ? Instant.now() : Instant.EPOCH;
                yield post(
                        "/api/sync/push",
                        Map.of("tasks", List.of(Map.of("id", id, "label", "x", "updated_at", at.toString()))),
                        model.push(id, edited));
            }
        };
    }

    private static Plan ofCase(Step step, CaseModel model, List<Person> people, String id) {
        String path = "/api/tasks/" + id;
        String status = STATUSES.get(step.choice);
        return switch (step.operation) {
            case START -> post(path + "/start", null, model.start(id));
            case PARK, ACTIVATE, CLOSE, RESTART, ARCHIVE -> {
                String name = step.operation.name().toLowerCase(Locale.ROOT);
                yield post(
                        path + "/" + name,
                        name.equals("close") ? Map.of("resolution", "r") : null,
                        model.move(name, id));
            }
            case PATCH_STATUS -> {
                var body = new HashMap<String, @Nullable Object>(Map.of("status", status));
                if (status.equals("completed")) {
                    body.put("resolution", "r");
                }
                yield new Plan("PATCH", path, body, model.patch(id, status));
            }
            case PUT_STATUS -> {
                String label = model.cases.get(id).label;
                yield new Plan("PUT", path, Map.of("label", label, "status", status), model.put(id, status));
            }
            case PATCH_LABEL -> {
                String label = "label " + step.choice;
                yield new Plan("PATCH", path, Map.of("label", label), model.label(id, label));
            }
            case ASSIGN -> {
                String owner = people.get(step.choice % people.size()).name();
                yield post(path + "/assign-detective", Map.of("detective", owner), model.assign(id, owner));
            }
            case FREE -> new Plan("PATCH", path, Data.map("detective", null), model.assign(id, null));
            case LINK -> {
                String memory = "memory/" + step.choice;
                yield post(path + "/link-memory", Map.of("memory_path", memory), model.link(id, memory));
            }
            case PIN -> post(path + "/pin", null, model.pin(id));
            case TOUCH -> post(path + "/touch", null, model.touch());
            case DELETE -> new Plan("DELETE", path, null, model.delete(id));
            default -> ofNotes(step, model, id);
        };
    }

    private static Plan ofNotes(Step step, CaseModel model, String id) {
        String path = "/api/tasks/" + id;
        // chooses among the last notes, most of which are written by hand
        int size = model.cases.get(id).notes.size();
        int index = Math.max(0, size - 1 - step.choice);
        String note = path + "/notes/" + index;
        if (size == 0 && Set.of(Operation.EDIT_NOTE, Operation.DELETE_NOTE).contains(step.operation)) {
            // a pushed case has only the notes that came with it
            return post(path + "/touch", null, model.touch());
        }
        return switch (step.operation) {
            case NOTE -> post(path + "/notes", Map.of("note", secret()), model.note(id));
            case EDIT_NOTE -> {
                String text = secret();
                yield new Plan("PATCH", note, Map.of("note", text), model.editNote(id, index));
            }
            case REDACT_NOTE -> {
                // a redacted record of an event could make the label that it quotes unusable, which is not modelled
                int written = model.lastHandWritten(id);
                String text = written < 0
                        ? ""
                        : (String) fixture.notes(id).get(written).get("content");
                Expected redacted = written < 0 ? model.touch() : model.redact(id, written);
                if (text.startsWith("secret-") && !redacted.refused()) {
                    REDACTED.add(text);
                }
                yield written < 0
                        ? post(path + "/touch", null, redacted)
                        : post(path + "/notes/" + written + "/redact", Map.of("reason", "names a customer"), redacted);
            }
            case DELETE_NOTE -> new Plan("DELETE", note, null, model.deleteNote(id, index));
            case PUT_NOTE -> {
                String author = step.choice < 2 ? model.actor.name() : SOMEBODY_ELSE;
                var body = new LinkedHashMap<>(fixture.read(id));
                var notes = new ArrayList<Object>(fixture.notes(id));
                notes.add(Map.of("content", secret(), "detective", author));
                body.put("investigation_notes", notes);
                yield new Plan("PUT", path, body, model.putNote(id, author));
            }
            default -> throw new IllegalArgumentException(step.operation.name());
        };
    }

    /** Sends a request. If a refusal is expected, checks that the case and the sender's stack are unchanged. */
    private static TestAnswer assertDone(Plan plan, @Nullable String id, Person who) {
        Expected expected = plan.expected;
        List<@Nullable Object> before = expected.refused() ? state(id, who) : List.of();
        TestAnswer answer = send(plan.method, plan.path, who, plan.body);
        String what = plan.method + " " + plan.path + " by " + who + ": " + answer.text();
        assertThat(answer.status()).as(what).isEqualTo(expected.status());
        if (expected.refused()) {
            assertThat(state(id, who)).as(what).isEqualTo(before);
        }
        if (expected.code() != null) {
            assertThat(answer.json()).as(what).containsEntry("code", expected.code());
        }
        if (!expected.roles().isEmpty()) {
            assertThat(answer.json()).as(what).containsEntry("roles", expected.roles());
        }
        return answer;
    }

    private static List<@Nullable Object> state(@Nullable String id, Person who) {
        return Data.list(id == null ? null : fixture.read(id), stack(who));
    }

    private static String id(Object task) {
        return (String) Objects.requireNonNull(((Map<?, ?>) task).get("id"));
    }
}
