package io.precinct.recurring.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.recurring.RecurringFixture;
import io.precinct.recurring.RowCases.Row;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {
    private static final String ROOT = "/api/recurring-templates";
    private static final Map<String, Object> MONDAYS = Map.of(
            "kind",
            "rrule",
            "rule",
            "FREQ=WEEKLY;BYDAY=MO",
            "dtstart",
            "2026-01-05T09:00:00",
            "timezone",
            "Europe/Berlin");
    private static final RecurringFixture WORLD = new RecurringFixture();

    @AfterAll
    static void close() {
        WORLD.close();
    }

    @Test
    void aNewTemplateShowsAllItsFieldsAndWhenItIsDue() {
        TestAnswer answer = WORLD.chain
                .post(ROOT, Map.of("label", "weekly review", "schedule", MONDAYS))
                .send();

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().get("id")).asString().matches("recurring-[0-9a-f-]{36}");
        assertThat(answer.header("Location"))
                .isEqualTo(ROOT + "/" + answer.json().get("id"));
        assertThat(answer.header("ETag")).isEqualTo("\"v1\"");
        assertThat(answer.json().keySet())
                .containsExactlyElementsOf(Template.RESOURCE.names().stream()
                        .filter(field -> !field.equals("failure"))
                        .toList());
        assertThat(answer.json())
                .containsEntry("enabled", true)
                .containsEntry("next_due", "2026-11-23T08:00:00.000Z")
                .containsEntry("last_fired", null);
        assertThat((Map<?, ?>) answer.json().get("schedule"))
                .isEqualTo(Map.of(
                        "kind", "rrule",
                        "rule", "FREQ=WEEKLY;BYDAY=MO",
                        "dtstart", "2026-01-05T09:00:00",
                        "timezone", "Europe/Berlin",
                        "month_end", "clamp",
                        "catch_up", "latest",
                        "max_catch_up", 10));
    }

    @Test
    void allFaultsAreToldAtOnce() {
        TestAnswer answer = WORLD.chain
                .post(
                        ROOT,
                        Map.of(
                                "priority",
                                9,
                                "colour",
                                "red",
                                "lead_days",
                                -1,
                                "checklists",
                                List.of(Map.of("items", List.of("a\nb")), Map.of("name", "##"), Map.of("name", "-!")),
                                "schedule",
                                Map.of(
                                        "kind", "hourly",
                                        "timezone", "Mars/Olympus",
                                        "dtstart", "soon",
                                        "month_end", "wrap",
                                        "x", 1)))
                .send();
        assertThat(answer.status()).isEqualTo(422);
        assertThat(pointers(answer))
                .containsExactlyInAnyOrder(
                        "/label",
                        "/priority",
                        "/colour",
                        "/lead_days",
                        "/checklists/0/name",
                        "/checklists/0/items/0",
                        "/checklists/1/name",
                        "/checklists/2/name",
                        "/schedule/kind",
                        "/schedule/rule",
                        "/schedule/timezone",
                        "/schedule/dtstart",
                        "/schedule/month_end",
                        "/schedule/x");
    }

    @ParameterizedTest
    @CsvSource({"rrule, FREQ=HOURLY", "cron, * * * *", "after_completion, soon"})
    void aRuleThatIsNoneIsAFaultOfTheRule(String kind, String rule) {
        TestAnswer answer = WORLD.chain
                .post(ROOT, Map.of("label", "x", "schedule", Map.of("kind", kind, "rule", rule)))
                .send();
        assertThat(answer.status()).isEqualTo(422);
        assertThat(pointers(answer)).containsExactly("/schedule/rule");
    }

    private static List<String> pointers(TestAnswer answer) {
        return ((List<?>) Objects.requireNonNull(answer.json().get("errors")))
                .stream()
                        .map(error -> String.valueOf(((Map<?, ?>) error).get("pointer")))
                        .toList();
    }

    @Test
    void anUnknownTemplateIs400OnPutAnd404Elsewhere() {
        String id = ROOT + "/recurring-00000000-0000-0000-0000-000000000000";
        assertThat(WORLD.chain
                        .request("PUT", id)
                        .json(Map.of("label", "x", "schedule", MONDAYS))
                        .send()
                        .status())
                .isEqualTo(400);
        for (TestRequest request : List.of(
                WORLD.chain.get(id),
                WORLD.chain.request("DELETE", id),
                WORLD.chain.get(id + "/instances"),
                WORLD.chain.request("POST", id + "/enable"),
                WORLD.chain.request("POST", id + "/disable"),
                WORLD.chain.request("POST", id + "/trigger"),
                WORLD.chain.request("POST", id + "/preview"))) {
            TestAnswer answer = request.send();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.json()).containsEntry("code", "template_not_found");
        }
    }

    @Test
    void whatWasReadCanBePutBackAndChangesNothing() {
        String id = WORLD.template(
                "put back",
                MONDAYS,
                "notes",
                "look",
                "due_offset_days",
                3,
                "evidence_tags",
                List.of("a"),
                "checklists",
                List.of(Map.of("name", "Do", "items", List.of("one"))));
        Map<String, @Nullable Object> read = WORLD.read(id);
        TestAnswer answer = put(id, read).send();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(read);
    }

    @Test
    void tagsAreTrimmedAndComposedAsThoseOfCases() {
        String id = WORLD.template("tagged", MONDAYS, "evidence_tags", List.of("cafe\u0301", "\u00a0caf\u00e9 ", "b"));
        assertThat(WORLD.read(id)).containsEntry("evidence_tags", List.of("caf\u00e9", "b"));
    }

    @Test
    void aPutReplacesAndPlansAnew() {
        String id = WORLD.template("old", MONDAYS, "notes", "look", "priority", 1);
        TestAnswer answer = put(
                        id,
                        Map.of(
                                "label",
                                "new",
                                "schedule",
                                Map.of("kind", "cron", "rule", "0 7 * * *", "timezone", "UTC")))
                .send();
        assertThat(answer.json())
                .containsEntry("label", "new")
                .containsEntry("notes", null)
                .containsEntry("priority", 3)
                .containsEntry("next_due", "2026-11-21T07:00:00.000Z")
                .containsEntry("version", 2);
        assertThat(WORLD.read(id)).isEqualTo(answer.json());
    }

    @Test
    void aStaleIfMatchIs412WithWhatIsThere() {
        String id = WORLD.template("a", MONDAYS);
        put(id, Map.of("label", "b", "schedule", MONDAYS)).send();
        for (TestRequest request : List.of(
                put(id, Map.of("label", "c", "schedule", MONDAYS)),
                WORLD.chain.request("DELETE", ROOT + "/" + id),
                WORLD.chain.request("POST", ROOT + "/" + id + "/disable"))) {
            TestAnswer answer = request.header("If-Match", "\"v1\"").send();
            assertThat(answer.status()).isEqualTo(412);
            assertThat((Map<?, ?>) answer.json().get("current")).isEqualTo(WORLD.read(id));
        }
        assertThat(put(id, Map.of("label", "c", "schedule", MONDAYS))
                        .header("If-Match", "\"v2\"")
                        .send()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aStaleVersionInTheBodyIsRefusedOnlyWhereSomebodyElseChangedTheField() {
        String id = WORLD.template("a", MONDAYS);
        put(id, Map.of("label", "b", "schedule", MONDAYS, "version", 1)).send();

        TestAnswer clash =
                put(id, Map.of("label", "c", "schedule", MONDAYS, "version", 1)).send();
        assertThat(clash.status()).isEqualTo(409);
        assertThat(clash.json()).containsEntry("code", "stale_version").containsEntry("fields", List.of("label"));

        TestAnswer other = put(id, Map.of("label", "b", "notes", "n", "schedule", MONDAYS, "version", 1))
                .send();
        assertThat(other.status()).isEqualTo(200);
    }

    @Test
    void disablingAndEnablingIsDoneOnce() {
        String id = WORLD.template("switch", MONDAYS);
        TestAnswer off = WORLD.post("/" + id + "/disable");
        assertThat(off.json())
                .containsEntry("enabled", false)
                .containsEntry("next_due", null)
                .containsEntry("version", 2);
        assertThat(WORLD.post("/" + id + "/disable").json()).isEqualTo(off.json());
        TestAnswer on = WORLD.post("/" + id + "/enable");
        assertThat(on.json())
                .containsEntry("enabled", true)
                .containsEntry("next_due", "2026-11-23T08:00:00.000Z")
                .containsEntry("version", 3);
        assertThat(put(id, Map.of("label", "switch", "schedule", MONDAYS))
                        .send()
                        .json())
                .containsEntry("enabled", true);
    }

    @Test
    void aTriggerGeneratesACaseEachTimeAndLeavesTheScheduleAlone() {
        String id = WORLD.template("by hand", MONDAYS, "due_offset_days", 1);
        WORLD.post("/" + id + "/disable");
        Object due = WORLD.read(id).get("next_due");
        TestAnswer first = WORLD.post("/" + id + "/trigger");
        TestAnswer second = WORLD.chain
                .request("POST", ROOT + "/" + id + "/trigger")
                .header("X-Detective", "kim")
                .send();

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.json()).containsEntry("label", "by hand");
        assertThat(first.header("Location"))
                .isEqualTo("/api/tasks/" + first.json().get("id"));
        List<Row> cases = WORLD.cases.of(id);
        assertThat(cases).extracting(row -> row.date().toString()).containsExactly("2026-11-20", "2026-11-20");
        assertThat(cases)
                .extracting(Row::previous)
                .containsExactly(null, cases.getFirst().id());
        assertThat(cases).extracting(Row::actor).containsExactly("default", "kim");
        assertThat(second.json().get("previous_instance_id"))
                .isEqualTo(first.json().get("id"));
        assertThat(WORLD.read(id)).containsEntry("next_due", due).containsEntry("fire_count", 2);
        assertThat(ListAnswers.list(WORLD.get("/" + id + "/instances")))
                .extracting(instance -> String.valueOf(instance.get("id")))
                .containsExactly(cases.getLast().id(), cases.getFirst().id());
        assertThat(ListAnswers.list(WORLD.get("/" + id + "/instances?fields=recurrence_date")))
                .first()
                .isEqualTo(Map.of("recurrence_date", "2026-11-20"));
        assertThat(WORLD.get("/" + id + "/instances?fields=no_member").status()).isEqualTo(422);
        TestAnswer page = WORLD.get("/" + id + "/instances?limit=1");
        assertThat(ListAnswers.list(page)).hasSize(1);
        assertThat(page.header("X-Total-Count")).isEqualTo("2");
        assertThat(ListAnswers.list(WORLD.chain.get(ListAnswers.next(page)).send()))
                .extracting(i -> String.valueOf(i.get("id")))
                .containsExactly(cases.getFirst().id());
    }

    @Test
    void anIdempotencyKeyTriggersOnce() {
        String id = WORLD.template("once", MONDAYS);
        List<Object> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            TestAnswer answer = WORLD.chain
                    .request("POST", ROOT + "/" + id + "/trigger")
                    .header("Idempotency-Key", "k1")
                    .send();
            assertThat(answer.status()).isEqualTo(201);
            answers.add(Objects.requireNonNull(answer.json().get("id")));
        }
        assertThat(answers).containsOnly(answers.getFirst());
        assertThat(WORLD.cases.of(id)).hasSize(1);
    }

    @Test
    void aPreviewShowsTheNextFirings() {
        String id = WORLD.template("preview", MONDAYS, "lead_days", 2);
        TestAnswer answer = WORLD.chain
                .post(ROOT + "/" + id + "/preview", Map.of("count", 2))
                .send();
        assertThat(answer.payload())
                .isEqualTo(List.of(
                        Map.of("date", "2026-11-23", "at", "2026-11-21T08:00:00.000Z"),
                        Map.of("date", "2026-11-30", "at", "2026-11-28T08:00:00.000Z")));
        assertThat(WORLD.chain
                        .post(ROOT + "/" + id + "/preview", Map.of("count", 0))
                        .send()
                        .status())
                .isEqualTo(422);
    }

    @Test
    void theCasesSayToWhomTheyWillBeAssigned() {
        Map<String, Object> body = Map.of("label", "for kim", "detective", " kim ", "schedule", MONDAYS);
        TestAnswer made = WORLD.chain.post(ROOT, body).as("lea", "lead").send();
        assertThat(made.json()).containsEntry("detective", "kim");
        String id = String.valueOf(made.json().get("id"));

        Map<String, Object> nobodys = new LinkedHashMap<>(body);
        nobodys.put("detective", "nobody-here");
        TestAnswer refused = put(id, nobodys).as("lea", "lead").send();
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("\"/detective\"", "unknown_person");
        assertThat(put(id, nobodys).send().json())
                .as("listener without users")
                .containsEntry("detective", "nobody-here");
        assertThat(put(id, nobodys).as("lea", "lead").send().status())
                .as("it is there")
                .isEqualTo(200);
    }

    @Test
    void deletedIsGone() {
        String id = WORLD.template("gone", MONDAYS);
        WORLD.post("/" + id + "/trigger");
        assertThat(WORLD.chain.request("DELETE", ROOT + "/" + id).send().status())
                .isEqualTo(204);
        assertThat(WORLD.get("/" + id).status()).isEqualTo(404);
        assertThat(WORLD.cases.of(id)).as("its cases stay").hasSize(1);
    }

    private static TestRequest put(String id, Map<String, ?> body) {
        return WORLD.chain.request("PUT", ROOT + "/" + id).json(new LinkedHashMap<>(body));
    }
}
