package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.cases.record.People;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests to whom a case can be assigned, at the gateway and on the internal listener. */
// @req:case-roles
class PeopleTest {
    private static final String ID = "task-00000000-0000-7000-8000-0000000000";
    private static CasesFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new CasesFixture(new People(
                () -> List.of("dan", "ida", "Jos\u00e9", "lea", "twin", "Twin"), () -> List.of("Night Shift", "DAN")));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    private static TestAnswer send(
            @Nullable String user, String method, String target, Map<String, ? extends @Nullable Object> body) {
        TestRequest request = fixture.request(method, target);
        return (user == null ? request : request.as(user, user.equals("sam") ? "sync" : "lead"))
                .json(body)
                .send();
    }

    private static Map<String, @Nullable Object> detective(@Nullable String name) {
        return Data.map("detective", name);
    }

    /** Assigns a new or existing case in one of the ways there are, and returns the answer. */
    private static TestAnswer assign(@Nullable String user, String how, @Nullable String name) {
        Map<String, @Nullable Object> whole = Data.map("label", "x", "detective", name);
        String task = "/api/tasks/" + fixture.create("x");
        return switch (how) {
            case "create" -> send(user, "POST", "/api/tasks", whole);
            case "interrupt" -> send(user, "POST", "/api/tasks/interrupt", whole);
            case "patch" -> send(user, "PATCH", task, detective(name));
            case "field" -> send(user, "PATCH", task + "/field", Data.map("field", "detective", "value", name));
            case "put" -> send(user, "PUT", task, whole);
            default -> send(user, "POST", task + "/assign-detective", detective(name));
        };
    }

    private static @Nullable Object assigned(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isBetween(200, 201);
        return answer.json().get("task") instanceof Map<?, ?> task
                ? task.get("detective")
                : answer.json().get("detective");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "interrupt", "patch", "field", "put", "assign-detective"})
    void aNameIsTrimmedAndSpelledAsThePersonDoes(String how) {
        for (String user : new @Nullable String[] {"lea", null}) {
            assertThat(assigned(assign(user, how, "Dan"))).isEqualTo("dan");
            assertThat(assigned(assign(user, how, " dan\t"))).isEqualTo("dan");
            assertThat(assigned(assign(user, how, "\u00a0DAN\u2003"))).isEqualTo("dan");
            assertThat(assigned(assign(user, how, "jose\u0301"))).isEqualTo("Jos\u00e9");
            assertThat(assigned(assign(user, how, "night shift"))).isEqualTo("Night Shift");
            assertThat(assigned(assign(user, how, "Twin"))).isEqualTo("Twin");
        }
        assertThat(assigned(assign(null, how, " nobody-here "))).isEqualTo("nobody-here");
        assertThat(assigned(assign(null, how, "Default"))).isEqualTo("default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "interrupt", "patch", "field", "put", "assign-detective"})
    void whoeverSignedInAssignsToPeopleOnly(String how) {
        TestAnswer nobody = assign("lea", how, "nobody-here");
        assertThat(nobody.status()).as(nobody.text()).isEqualTo(422);
        assertThat(nobody.text()).contains("unknown_person", how.equals("field") ? "\"/value\"" : "\"/detective\"");
        assertThat(assign("lea", how, "dna").text()).contains("unknown_person", "did you mean dan?");
        assertThat(assign("lea", how, "TWIN").status()).as("it is one of two").isEqualTo(422);
        assertThat(assign("lea", how, "Default").text()).contains("\"reserved\"");
        assertThat(assign("lea", how, " unassigned").text()).contains("\"reserved\"");
        assertThat(assign(null, how, "Unassigned").text()).contains("\"reserved\"");
    }

    @ParameterizedTest
    @CsvSource({"create, 201", "patch, 200", "field, 200", "put, 200", "assign-detective, 422"})
    void aBlankNameIsNobody(String how, int status) {
        for (String name : List.of("", " ", "\u00a0")) {
            TestAnswer answer = assign("lea", how, name);
            assertThat(answer.status()).as(answer.text()).isEqualTo(status);
            if (status < 300) {
                assertThat(assigned(answer)).isNull();
            }
        }
    }

    @Test
    void whoIsNoUserAnyMoreStaysUntilTheCaseIsAssignedAnew() {
        for (String gone : List.of("gone", "unassigned", " gone ", "default")) {
            String id = fixture.create("x");
            String task = "/api/tasks/" + id;
            fixture.execute("UPDATE cases.task SET detective = '" + gone + "' WHERE id = '" + id + "'");
            Map<String, @Nullable Object> served = fixture.read(id);
            assertThat(assigned(send("lea", "PUT", task, served))).isEqualTo(gone);
            assertThat(assigned(send("lea", "PATCH", task, detective(gone)))).isEqualTo(gone);
            assertThat(fixture.read(id)).containsEntry("version", served.get("version"));
            assertThat(assigned(send("lea", "PATCH", task, detective("ida")))).isEqualTo("ida");
            assertThat(send("lea", "PATCH", task, detective(gone)).status()).isEqualTo(422);
        }
    }

    @Test
    void whoImportsNamesPeopleOfAnotherInstance() {
        Map<String, @Nullable Object> whole = Data.map("label", "x", "detective", " far away ");
        assertThat(assigned(send("sam", "PUT", "/api/tasks/" + ID + "01", whole)))
                .isEqualTo("far away");
        assertThat(send("lea", "PUT", "/api/tasks/" + ID + "02", whole).text()).contains("unknown_person");
        TestAnswer artifact = send(
                "lea",
                "PUT",
                "/api/tasks/" + ID + "02",
                Data.map("schema_version", 1, "artifact_type", "case", "task", whole));
        assertThat(artifact.text()).contains("\"/task/detective\"");

        Map<String, @Nullable Object> pushed =
                Data.mapBuilder().putAll(whole).put("id", ID + "03").build();
        TestAnswer push = send("sam", "POST", "/api/sync/push", Map.of("tasks", List.of(pushed)));
        assertThat(push.text()).contains("applied");
        assertThat(fixture.read(ID + "03")).containsEntry("detective", "far away");
        Map<String, @Nullable Object> nobody =
                Data.mapBuilder().putAll(pushed).put("detective", "Unassigned").build();
        assertThat(send("sam", "POST", "/api/sync/push", Map.of("tasks", List.of(nobody)))
                        .text())
                .contains("rejected", "\"reserved\"");
    }

    @Test
    void casesToComeAreAssignedByTheSameRules() {
        Cases cases = new CasesService(fixture.services());
        assertThat(cases.assignee(" Dan", null, "lea").name()).isEqualTo("dan");
        assertThat(cases.assignee("nobody-here", null, null).problem()).isNull();
        Cases.Problem problem = cases.assignee("nobody-here", null, "lea").problem();
        assertThat(problem).isNotNull();
        assertThat(problem.pointer()).isEqualTo("/detective");
        assertThat(cases.assignee("nobody-here", "nobody-here", "lea"))
                .isEqualTo(new Cases.Assignee("nobody-here", null));
    }

    @Test
    void whereNobodyIsKnownEveryNameIsTaken() throws Exception {
        try (var empty = new CasesFixture()) {
            TestAnswer answer = empty.request("POST", "/api/tasks")
                    .as("ada")
                    .json(Map.of("label", "x", "detective", "kim"))
                    .send();
            assertThat(answer.json()).containsEntry("detective", "kim");
        }
    }
}
