package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Member;
import io.precinct.shapes.CompiledShape;
import io.precinct.testkit.TestAnswer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is answered is what is declared: it stands in OpenAPI, and scenarios are held against it. */
class DeclaredShapesTest {
    @Test
    void answersHaveTheShapesOfTheirDeclarations() throws Exception {
        try (var desk = new Desk()) {
            var members = new LinkedHashMap<String, Member>();
            desk.families().forEach((family, of) -> of.members().forEach(m -> members.put(family + "." + m.name(), m)));
            String id = desk.create("shaped");
            String path = "/api/tasks/" + id;
            holds(members, "tasks.create", desk.post("/api/tasks", Map.of("label", "x")));
            holds(members, "tasks.read", desk.get(path));
            holds(members, "tasks.patch", desk.patch(path, Map.of("label", "y")));
            holds(members, "tasks.replace", desk.put(path, desk.read(id)));
            holds(members, "tasks.pin", desk.post(path + "/pin"));
            holds(members, "tasks.touch", desk.post(path + "/touch"));
            holds(members, "lifecycle.start", desk.post(path + "/start"));
            holds(members, "stack.interrupt", desk.post("/api/tasks/interrupt", Map.of("label", "i")));
            holds(members, "stack.complete", desk.post("/api/tasks/current/complete"));
            holds(members, "stack.back", desk.post("/api/tasks/current/back"));
            holds(members, "lifecycle.park", desk.post(path + "/park"));
            holds(members, "lifecycle.activate", desk.post(path + "/activate"));
            holds(members, "lifecycle.close", desk.post(path + "/close", Map.of("resolution", "r")));
            holds(members, "lifecycle.restart", desk.post(path + "/restart"));
            holds(members, "notes.add", desk.post(path + "/notes", Map.of("note", "n")));
            holds(members, "notes.read", desk.get(path + "/notes/0"));
            holds(members, "notes.edit", desk.patch(path + "/notes/0", Map.of("note", "m")));
            holds(members, "links.evidence_tag", desk.post(path + "/evidence-tag", Map.of("tag", "t")));
            holds(members, "links.escalate", desk.post(path + "/escalate", Map.of("reason", "r")));
            holds(members, "channel.refresh", desk.post("/api/tasks/active-case/refresh"));
            holds(members, "channel.reload", desk.post(path + "/reload-case-channel"));
            holds(members, "lifecycle.archive", desk.post(path + "/archive"));
        }
    }

    private static void holds(Map<String, Member> members, String name, TestAnswer answer) {
        assertThat(answer.status()).as(name + " " + answer.text()).isIn(200, 201);
        var shape = members.get(name).declaration().outputShape();
        assertThat(CompiledShape.of(shape).failures(answer.payload())).as(name).isEmpty();
    }
}
