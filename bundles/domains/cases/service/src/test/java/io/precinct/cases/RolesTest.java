package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests whose cases and notes a role may change; the routes declare which operations a role may call. */
// @req:case-roles
class RolesTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer send(String user, String role, String method, String target, Object body) {
        var request = fixture.request(method, target);
        return (role.isEmpty() ? request.as(user) : request.as(user, role))
                .json(body)
                .send();
    }

    /** Creates a case as ada, who is therefore its detective. */
    private static String adas() {
        TestAnswer made = send("ada", "", "POST", "/api/tasks", Map.of("label", "hers"));
        assertThat(made.json()).containsEntry("detective", "ada");
        return (String) made.json().get("id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PATCH | | {label=mine}",
                "DELETE | | {}",
                "PUT | | {label=mine}",
                "PATCH | /field | {field=label, value=mine}",
                "POST | /start | {}",
                "POST | /archive | {}",
                "POST | /pin | {}",
                "POST | /escalate | {}",
                "POST | /evidence-tag | {tag=mine}",
                "POST | /assign-detective | {detective=bob}",
                "POST | /repository-context | {repository_context=mine}"
            })
    void aCaseOfAnotherIsChangedByALeadOnly(String method, String path, String body) {
        String target = "/api/tasks/" + adas() + (path == null ? "" : path);
        Map<String, Object> members = RolesTest.members(body);
        for (String role : List.of("", "detective")) {
            TestAnswer refused = send("bob", role, method, target, members);
            assertThat(refused.status()).as(refused.text()).isEqualTo(403);
            assertThat(refused.json())
                    .containsEntry("code", "role_required")
                    .containsEntry("roles", List.of("lead"))
                    .containsEntry("detective", "ada");
        }
        TestAnswer reader = send("rita", "reader", method, target, members);
        assertThat(reader.status()).isEqualTo(403);
        TestAnswer led = send("lea", "lead", method, target, members);
        assertThat(led.status()).as(led.text()).isBetween(200, 204);
    }

    private static void assertForALead(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.json()).containsEntry("code", "role_required").containsEntry("roles", List.of("lead"));
    }

    @Test
    void anActiveCaseOfAnotherIsNotStartedThoughItStaysActive() {
        String target = "/api/tasks/" + adas();
        send("ada", "", "POST", target + "/start", Map.of());
        assertForALead(send("bob", "", "POST", target + "/start", Map.of()));
        assertThat(fixture.get(target).json()).containsEntry("version", 2L);
        assertThat(fixture.request("GET", "/api/tasks/current").as("bob").send().text())
                .isEqualTo("null");
        assertThat(send("lea", "lead", "POST", target + "/start", Map.of()).status())
                .isEqualTo(200);
    }

    @Test
    void aCompletedCaseOfAnotherGetsNoResolution() {
        String target = "/api/tasks/" + adas();
        send("ada", "", "POST", target + "/start", Map.of());
        assertThat(send("ada", "", "POST", "/api/tasks/current/complete", Map.of())
                        .status())
                .isEqualTo(200);
        assertForALead(send("bob", "", "POST", target + "/close", Map.of("resolution", "given up")));
        assertForALead(send("bob", "", "PATCH", target, Map.of("status", "completed", "resolution", "given up")));
        assertThat(send("ada", "", "POST", target + "/close", Map.of("resolution", "solved"))
                        .status())
                .isEqualTo(200);
    }

    /** Parses {@code {a=b, c=d}} into the members of a body. */
    private static Map<String, Object> members(String text) {
        var members = new java.util.LinkedHashMap<String, Object>();
        for (String pair : text.substring(1, text.length() - 1).split(", ")) {
            if (!pair.isEmpty()) {
                members.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
        }
        return members;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/notes | {note=seen it}",
                "/link-memory | {memory_path=a/b}",
                "/git-commit | {commit_hash=9fceb02}",
                "/touch | {}",
                "/export | {}"
            })
    void everybodyWhoWorksWritesNotesAndLinksOnAllCases(String path, String body) {
        String target = "/api/tasks/" + adas() + path;
        TestAnswer answer = send("bob", "", "POST", target, members(body));
        assertThat(answer.status()).as(answer.text()).isBetween(200, 201);
        assertThat(send("rita", "reader", "POST", target, members(body)).status())
                .isEqualTo(403);
    }

    @Test
    void anUnassignedCaseIsAnybodysAndOneThatIsAssignedAwayIsNotOnesOwn() {
        String id = fixture.create("nobody's");
        String target = "/api/tasks/" + id;
        assertThat(send("bob", "", "PATCH", target, Map.of("detective", "ada")).status())
                .isEqualTo(200);
        assertThat(send("bob", "", "PATCH", target, Map.of("label", "mine")).status())
                .isEqualTo(403);
        assertThat(send("ada", "", "PATCH", target, Map.of("label", "hers")).status())
                .isEqualTo(200);
    }

    @Test
    void aCaseIsUnassignedIfItsAuthorSaysSo() {
        var nobody = new java.util.LinkedHashMap<String, Object>(Map.of("label", "free"));
        nobody.put("detective", null);
        assertThat(send("ada", "", "POST", "/api/tasks", nobody).json()).containsEntry("detective", null);
    }

    // @req:note-audit
    @Test
    void aNoteIsItsAuthorsAndTheRecordOfAnEventIsNobodys() {
        String notes = "/api/tasks/" + adas() + "/notes";
        send("ada", "", "POST", notes, Map.of("note", "hers"));
        for (String method : List.of("PATCH", "DELETE")) {
            Object body = method.equals("PATCH") ? Map.of("note", "forged") : null;
            for (String role : List.of("", "lead")) {
                TestAnswer audit = send("ada", role, method, notes + "/0", body);
                assertThat(audit.status()).isEqualTo(403);
                assertThat(audit.json())
                        .containsEntry("code", "audit_note")
                        .containsEntry("event_type", "case_created");
            }
            TestAnswer of = send("bob", "", method, notes + "/1", body);
            assertThat(of.status()).isEqualTo(403);
            assertThat(of.json()).containsEntry("code", "role_required").containsEntry("roles", List.of("lead"));
        }
        assertThat(fixture.request("PATCH", notes + "/0")
                        .json(Map.of("note", "x"))
                        .send()
                        .status())
                .isEqualTo(403);
        assertThat(send("ada", "", "PATCH", notes + "/1", Map.of("note", "better"))
                        .status())
                .isEqualTo(200);
        assertThat(send("lea", "lead", "DELETE", notes + "/1", null).status()).isEqualTo(204);
        assertThat(fixture.get(notes).text())
                .contains("\"old\":{\"index\":1,\"note_id\":\"note-")
                .contains("\"content\":\"better\"");
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /api/tasks/bulk, lead",
        "POST, /api/tasks/system/archive-completed, lead",
        "POST, /api/tasks/cases/export-all, lead",
        "POST, /api/sync/push, sync"
    })
    void whatConcernsTheCasesOfEverybodyIsARoles(String method, String target, String role) {
        Object body = target.endsWith("bulk") ? Map.of("ids", List.of()) : Map.of();
        for (String other : List.of("", "detective", "reader")) {
            TestAnswer refused = send("bob", other, method, target, body);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.json()).containsEntry("roles", List.of(role));
        }
        TestAnswer answer = send("lea", role, method, target, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }
}
