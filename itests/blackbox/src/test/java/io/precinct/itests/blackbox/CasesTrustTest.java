package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests through the gateway who is recorded as the author of entries in a case, and who can change them. */
@Timeout(180)
@SuppressWarnings("unchecked") // plain data
class CasesTrustTest {
    @RegisterExtension
    static final SharedService<CasesGateway> SHARED = SharedService.cases();

    private static CasesGateway gateway;

    @BeforeAll
    static void start() {
        gateway = SHARED.get();
    }

    private static String task(String id) {
        return "/api/tasks/" + id;
    }

    private static Map<String, @Nullable Object> read(String id) {
        return gateway.done("rita", "GET", task(id), null);
    }

    private static List<Map<String, Object>> notes(String id) {
        return (List<Map<String, Object>>) Objects.requireNonNull(read(id).get("investigation_notes"));
    }

    private static Map<String, Object> link(String user, String from, String to, String type) {
        return gateway.done(
                user, "POST", task(from) + "/link-case", Map.of("related_task_id", to, "relationship_type", type));
    }

    // @req:note-author
    @Test
    void theUserIsTheAuthorInWhateverWayANoteComes() {
        String id = gateway.create("dora", "hers");
        Map<String, Object> note = Map.of("note", "seen", "detective", "lea");
        Map<String, Object> refused = gateway.refused(422, "invalid_fields", "dora", "POST", task(id) + "/notes", note);
        assertThat(String.valueOf(refused.get("errors"))).contains("author_mismatch");
        var forged = Data.mapBuilder()
                .putAll(read(id))
                .put(
                        "investigation_notes",
                        List.of(Map.of(
                                "note_id", "note-0a1b2c3d",
                                "timestamp", "2020-01-01T00:00:00.000Z",
                                "event_type", "closed",
                                "content", "Done.",
                                "detective", "lea")))
                .build();
        assertThat(gateway.refused(403, "role_required", "dora", "PUT", task(id), forged))
                .containsEntry("roles", List.of("sync"));
        assertThat(gateway.refused(403, "role_required", "lea", "POST", "/api/sync/push", Map.of("tasks", List.of())))
                .containsEntry("roles", List.of("sync"));
        gateway.done("dora", "POST", task(id) + "/notes", Map.of("note", "seen"));
        assertThat(notes(id)).extracting(each -> each.get("detective")).containsOnly("dora");
    }

    // @req:case-roles
    @Test
    void aDetectiveChangesNobodyElsesCaseAndLearnsWhoCan() {
        String id = gateway.create("dora", "hers");
        for (List<Object> request : List.<List<Object>>of(
                List.of("PATCH", task(id), Map.of("priority", 1)),
                List.of("DELETE", task(id), Map.of()),
                List.of("POST", task(id) + "/start", Map.of()),
                List.of("POST", task(id) + "/archive", Map.of()))) {
            assertThat(gateway.refused(
                            403,
                            "role_required",
                            "dan",
                            (String) request.get(0),
                            (String) request.get(1),
                            request.get(2).equals(Map.of()) ? null : request.get(2)))
                    .containsEntry("roles", List.of("lead"));
        }
        gateway.done("dan", "POST", task(id) + "/notes", Map.of("note", "by the way"));
        gateway.done("lea", "PATCH", task(id), Map.of("priority", 1));
        assertThat(read(id)).containsEntry("priority", 1).containsEntry("detective", "dora");
    }

    // @req:note-audit
    @Test
    void whatHappenedStaysAndALeadMayOnlyRedactIt() {
        String id = gateway.create("dora", "hers");
        gateway.refused(403, "audit_note", "lea", "DELETE", task(id) + "/notes/0", null);
        gateway.refused(403, "audit_note", "lea", "PATCH", task(id) + "/notes/0", Map.of("note", "never"));
        gateway.done("dora", "POST", task(id) + "/notes", Map.of("note", "first"));
        gateway.done("dora", "PATCH", task(id) + "/notes/1", Map.of("note", "second"));
        assertThat(String.valueOf(notes(id).get(1).get("changes"))).contains("first", "second");
        gateway.refused(403, "role_required", "dora", "POST", task(id) + "/notes/1/redact", Map.of("reason", "a name"));
        gateway.done("lea", "POST", task(id) + "/notes/1/redact", Map.of("reason", "a name"));
        assertThat(String.valueOf(notes(id).get(1))).contains("sha256").doesNotContain("first", "second");
        assertThat(String.valueOf(notes(id).getLast())).contains("a name", "lea");
        gateway.done("dora", "PATCH", task(id), Map.of("priority", 1));
        gateway.done("dora", "POST", task(id) + "/undo", null);
        assertThat(read(id)).containsEntry("priority", 3);
    }

    // @req:link-existing
    @Test
    void nothingIsDroppedBehindASuccess() {
        String id = gateway.create("dora", "hers");
        gateway.done("dora", "POST", task(id) + "/start", null);
        gateway.done("dora", "POST", task(id) + "/close", Map.of("resolution", "One."));
        gateway.refused(409, "already_closed", "dora", "POST", task(id) + "/close", Map.of("resolution", "Two."));
        String nowhere = "task-00000000-0000-4000-8000-000000000000";
        for (Map<String, Object> body : List.<Map<String, Object>>of(
                Map.of("label", "linked to nothing", "case_links", List.of(nowhere)),
                Map.of("label", "a member that nothing reads", "frobnicate", true),
                Map.of("label", "completed without a resolution", "status", "completed"))) {
            gateway.refused(422, "invalid_fields", "dora", "POST", "/api/tasks", body);
        }
    }

    // @req:link-blocks
    // @req:link-parent
    @Test
    void relationsAreDataAndNeverGoInACircle() {
        String first = gateway.create("dora", "first");
        String then = gateway.create("dora", "then");
        link("dora", first, then, "blocks");
        Map<String, Object> back = Map.of("related_task_id", first, "relationship_type", "blocks");
        assertThat(gateway.refused(409, "circular", "dora", "POST", task(then) + "/link-case", back))
                .containsEntry("path", List.of(then, first, then));
        assertThat(gateway.send("rita", "GET", "/api/tasks?blocked=true&fields=id", null)
                        .text())
                .contains(then)
                .doesNotContain(first);
        String whole = gateway.create("dora", "whole");
        link("dora", first, whole, "child_of");
        link("dora", whole, then, "parent_of");
        gateway.refused(
                409,
                "has_parent",
                "dora",
                "POST",
                task(then) + "/link-case",
                Map.of("related_task_id", first, "relationship_type", "child_of"));
        gateway.done("dora", "POST", task(first) + "/archive", null);
        assertThat(gateway.done("rita", "GET", task(whole) + "/progress", null).get("cases"))
                .isEqualTo(Map.of("total", 2, "completed", 1, "remaining", 1, "percent", 50));
    }

    // @req:checklist-item-id
    @Test
    void anItemKeepsItsIdAmongEqualNeighboursAndEachChangeIsToldOnce() {
        String id = gateway.create("lea", "list");
        gateway.item(id, "add", "text", "call");
        gateway.item(id, "add", "text", "call");
        Object second = ((List<Map<String, Object>>) gateway.item(id, "list").get("items"))
                .getLast()
                .get("item_id");
        gateway.item(id, "move", "item_id", second, "to", 0);
        gateway.item(id, "update", "item_id", second, "text", "write");
        assertThat(((List<Map<String, Object>>) gateway.item(id, "list").get("items")).getFirst())
                .containsEntry("item_id", second)
                .containsEntry("text", "write");
        assertThat(read(id)).containsEntry("version", 5);
        assertThat(notes(id)).hasSize(5);
        assertThat(notes(id).getLast()).containsEntry("detective", "dora");
    }

    // @req:sync-clocks
    // @req:sync-partial
    @Test
    void aPushChangesWhatItSaysAndNoClockMakesItLaterThanItIs() {
        String id = gateway.create("lea", "here");
        gateway.done("lea", "PATCH", task(id), Map.of("priority", 5));
        String ahead = Instant.now().plus(3650, ChronoUnit.DAYS).toString();
        gateway.done(
                "sam",
                "POST",
                "/api/sync/push",
                Map.of("tasks", List.of(Map.of("id", id, "label", "there", "updated_at", ahead))));
        assertThat(read(id)).containsEntry("label", "there").containsEntry("priority", 5);
        assertThat(Instant.parse(String.valueOf(read(id).get("updated_at")))).isBeforeOrEqualTo(Instant.now());
        assertThat(gateway.done(
                        "sam",
                        "POST",
                        "/api/sync/manifest",
                        Map.of("tasks", List.of(), "filter", Map.of("priority", 5))))
                .containsEntry("pull", List.of(id));
    }
}
