package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Member;
import io.precinct.shapes.CompiledShape;
import io.precinct.testkit.TestAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Responses have the declared shape: OpenAPI publishes it, and scenarios are checked against it. */
class DeclaredShapesTest {
    @Test
    void answersHaveTheShapesOfTheirDeclarations() throws Exception {
        try (var fixture = new CasesFixture()) {
            var members = new LinkedHashMap<String, Member>();
            fixture.families()
                    .forEach((family, of) -> of.members().forEach(m -> members.put(family + "." + m.name(), m)));
            String id = fixture.create("shaped");
            String path = "/api/tasks/" + id;
            holds(members, "tasks.create", fixture.post("/api/tasks", Map.of("label", "x")));
            holds(members, "tasks.read", fixture.get(path));
            holds(members, "tasks.patch", fixture.patch(path, Map.of("label", "y")));
            holds(members, "tasks.replace", fixture.put(path, fixture.read(id)));
            holds(members, "tasks.pin", fixture.post(path + "/pin"));
            holds(members, "tasks.touch", fixture.post(path + "/touch"));
            holds(members, "lifecycle.start", fixture.post(path + "/start"));
            holds(members, "stack.interrupt", fixture.post("/api/tasks/interrupt", Map.of("label", "i")));
            holds(members, "stack.complete", fixture.post("/api/tasks/current/complete"));
            holds(members, "stack.back", fixture.post("/api/tasks/current/back"));
            holds(members, "lifecycle.park", fixture.post(path + "/park"));
            holds(members, "lifecycle.activate", fixture.post(path + "/activate"));
            holds(members, "lifecycle.close", fixture.post(path + "/close", Map.of("resolution", "r")));
            holds(members, "lifecycle.restart", fixture.post(path + "/restart"));
            holds(members, "notes.add", fixture.post(path + "/notes", Map.of("note", "n")));
            holds(members, "notes.read", fixture.get(path + "/notes/0"));
            holds(
                    members,
                    "notes.edit",
                    fixture.patch(path + "/notes/" + (fixture.notes(id).size() - 1), Map.of("note", "m")));
            holds(members, "links.evidence_tag", fixture.post(path + "/evidence-tag", Map.of("tag", "t")));
            holds(members, "links.escalate", fixture.post(path + "/escalate", Map.of("reason", "r")));
            holds(members, "channel.refresh", fixture.post("/api/tasks/active-case/refresh"));
            holds(members, "channel.reload", fixture.post(path + "/reload-case-channel"));
            fixture.parent(id, fixture.create("open"));
            fixture.post(path + "/lists/open/execute", Map.of("action", "add", "params", Map.of("text", "i")));
            Map<String, String> completed = Map.of("status", "completed", "resolution", "r");
            for (TestAnswer warning : List.of(
                    holds(members, "tasks.patch", fixture.patch(path, completed)),
                    holds(members, "lifecycle.archive", fixture.post(path + "/archive")))) {
                assertThat((List<?>) warning.json().get("warnings")).hasSize(2);
            }
            holds(members, "export.case", fixture.post(path + "/export"));
            fixture.delete(path);
            holds(members, "trash.restore", fixture.post(path + "/restore"));
        }
    }

    private static TestAnswer holds(Map<String, Member> members, String name, TestAnswer answer) {
        assertThat(answer.status()).as(name + " " + answer.text()).isIn(200, 201);
        var shape = members.get(name).declaration().outputShape();
        assertThat(CompiledShape.of(shape).failures(answer.payload())).as(name).isEmpty();
        return answer;
    }
}
