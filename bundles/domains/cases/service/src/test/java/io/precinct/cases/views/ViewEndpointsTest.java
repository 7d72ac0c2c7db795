package io.precinct.cases.views;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.cases.CasesFixture;
import io.precinct.cases.record.Actor;
import io.precinct.cases.stack.Stacks;
import io.precinct.rest.api.Principal;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of cases over HTTP, on PostgreSQL. */
class ViewEndpointsTest {
    @ClassFixture
    private static CasesFixture fixture;

    @BeforeAll
    static void fill() {
        create("alpha", Map.of("priority", 1, "case_type", "bug", "detective", "kim", "due_date", "2026-01-10"));
        create(
                "beta",
                Map.of("priority", 2, "case_type", "surveillance", "detective", "kim", "urgency_level", "urgent"));
        create("gamma", Map.of("status", "active", "urgency_level", "emergency", "scheduled_date", "2026-02-01"));
        create(
                "delta",
                Map.of(
                        "status",
                        "completed",
                        "resolution",
                        "solved",
                        "case_type",
                        "bug",
                        "detective",
                        "lee",
                        "due_date",
                        "2026-01-05"));
        create("epsilon", Map.of("status", "archived", "urgency_level", "critical", "pinned", true));
    }

    /** Creates a case. Lists are in the order of creation, so each case has a time of its own. */
    private static void create(String label, Map<String, Object> more) {
        CasesFixture.tick();
        var body = new java.util.LinkedHashMap<String, Object>(more);
        body.put("label", label);
        TestAnswer answer = fixture.post("/api/tasks", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> items(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) answer.payload();
    }

    private static List<String> labels(String target) {
        return items(fixture.get(target)).stream()
                .map(item -> (String) item.get("label"))
                .toList();
    }

    @Test
    void aListIsABareArrayOfCasesWithTheirNoteCountInPlaceOfTheNotes() {
        TestAnswer answer = fixture.get("/api/tasks");
        Map<String, Object> first = items(answer).getFirst();
        assertThat(first).containsEntry("note_count", 1).doesNotContainKey("investigation_notes");
        assertThat(first).containsKeys("id", "label", "version", "evidence_tags", "consciousness_links");
        assertThat(answer.header("X-Total-Count")).isEqualTo("5");
        assertThat(answer.header("Link")).isNull();
        assertThat(labels("/api/tasks")).containsExactly("epsilon", "delta", "gamma", "beta", "alpha");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status=parked | beta alpha",
                "status=active&status=completed | delta gamma",
                "priority=1 | alpha",
                "priority=1&priority=2 | beta alpha",
                "case_type=bug | delta alpha",
                "case_type=none | epsilon gamma",
                "detective=kim | beta alpha",
                "detective=unassigned | epsilon gamma",
                "urgency_level=urgent&urgency_level=critical | epsilon beta",
                "scheduled_date=2026-02-01 | gamma",
                "due_date=2026-01-10&due_date=2026-01-05 | delta alpha",
                "is_case=true | beta",
                "is_case=false | epsilon delta gamma alpha",
                "is_case=true&case_type=bug | ''",
                "status=parked&detective=kim&priority=2 | beta",
                "sort=created_at | alpha beta gamma delta epsilon",
                "sort=due_date | delta alpha beta gamma epsilon",
                "sort=-due_date | alpha delta epsilon gamma beta",
                "sort=priority&status=parked | alpha beta",
                "sort=-urgency_level | gamma epsilon beta delta alpha"
            })
    void filtersAndSorts(String query, String expected) {
        assertThat(labels("/api/tasks?" + query)).containsExactlyElementsOf(split(expected));
        assertThat(fixture.get("/api/tasks?" + query).header("X-Total-Count"))
                .isEqualTo(Integer.toString(split(expected).size()));
    }

    private static List<String> split(String names) {
        return names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sort=-updated_at",
                "sort=due_date",
                "sort=-due_date",
                "sort=-urgency_level",
                "sort=priority",
                "status=parked&status=active&status=completed"
            })
    void aCursorWalksEveryCaseOnce(String query) {
        List<String> whole = labels("/api/tasks?" + query);
        var walked = new ArrayList<String>();
        String target = "/api/tasks?limit=2&" + query;
        while (target != null) {
            TestAnswer page = fixture.get(target);
            List<Map<String, Object>> items = items(page);
            assertThat(items.size()).isBetween(1, 2);
            items.forEach(item -> walked.add((String) item.get("label")));
            assertThat(page.header("X-Total-Count")).isEqualTo(Integer.toString(whole.size()));
            String link = page.header("Link");
            target = link == null ? null : link.substring(1, link.indexOf('>'));
        }
        assertThat(walked).containsExactlyElementsOf(whole);
    }

    @Test
    void theEnvelopeHoldsItemsTotalAndCursor() {
        Map<String, Object> page =
                fixture.get("/api/tasks?envelope=1&limit=3&fields=id,label").json();
        assertThat(page).containsEntry("total", 5L);
        assertThat(page.get("next_cursor")).isInstanceOf(String.class);
        assertThat((List<?>) page.get("items")).hasSize(3);
        assertThat(((Map<?, ?>) ((List<?>) page.get("items")).getFirst()).keySet())
                .isEqualTo(java.util.Set.of("id", "label"));
        Map<String, Object> last = fixture.get("/api/tasks?envelope=1&limit=3&cursor=" + page.get("next_cursor"))
                .json();
        assertThat(last.get("next_cursor")).isNull();
        assertThat((List<?>) last.get("items")).hasSize(2);
    }

    @Test
    void aLimitAboveTheMostIsClamped() {
        assertThat(items(fixture.get("/api/tasks?limit=100000"))).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status=open", "priority=9", "priority=x", "case_type=crime", "urgency_level=high", "due_date=tomorrow",
                "scheduled_date=2026-13-01", "is_case=maybe", "limit=0", "sort=label", "cursor=zzz", "nonsense=1",
                "fields=secret", "fields=", "fields=,", "sort=", "detective=", "detective=%00"
            })
    void aBadFilterIs422AndNamesIt(String query) {
        TestAnswer answer = fixture.get("/api/tasks?" + query);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json()).containsKey("error").containsEntry("code", "invalid_fields");
        List<?> errors = (List<?>) answer.json().get("errors");
        assertThat(((Map<?, ?>) errors.getFirst()).get("pointer"))
                .isEqualTo("?" + query.substring(0, query.indexOf('=')));
    }

    @Test
    void allBadFiltersAreNamedAtOnce() {
        List<?> errors = (List<?>)
                fixture.get("/api/tasks?status=x&priority=7&due_date=1").json().get("errors");
        assertThat(errors).hasSize(3);
    }

    @Test
    void aForeignCursorIs422() {
        String cursor = (String) fixture.get("/api/tasks?envelope=1&limit=1&sort=priority")
                .json()
                .get("next_cursor");
        assertThat(fixture.get("/api/tasks?cursor=" + cursor).status()).isEqualTo(422);
        String forged = java.util.Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(io.precinct.api.data.Json.compactBytes(Data.list("-created_at", 7, "x")));
        assertThat(fixture.get("/api/tasks?cursor=" + forged).status()).isEqualTo(422);
    }

    @Test
    void theOtherViews() {
        assertThat(labels("/api/tasks/active")).containsExactly("gamma");
        assertThat(labels("/api/tasks/pinned")).containsExactly("epsilon");
        assertThat(labels("/api/tasks/cases/urgent")).containsExactly("epsilon", "gamma", "beta");
        assertThat(labels("/api/tasks/cases/emergency")).containsExactly("gamma");
        assertThat(labels("/api/tasks/cases/detective/kim")).containsExactly("beta", "alpha");
        assertThat(labels("/api/tasks/cases/detective/nobody")).isEmpty();
        assertThat(labels("/api/tasks/cases/type/bug")).containsExactly("delta", "alpha");
        assertThat(labels("/api/tasks/cases/type/bug?status=parked")).containsExactly("alpha");
        assertThat(fixture.get("/api/tasks/cases/type/crime").status()).isEqualTo(422);
    }

    @Test
    void theNextPageOfAViewHasTheSlashOfADetectiveEncoded() throws Exception {
        try (var own = new CasesFixture()) {
            own.post("/api/tasks", Map.of("label", "first", "detective", "kim/lee", "priority", 1));
            own.post("/api/tasks", Map.of("label", "second", "detective", "kim/lee", "priority", 2));
            String path = "/api/tasks/cases/detective/kim%2Flee";
            TestAnswer page = own.get(path + "?limit=1&fields=label&sort=priority");
            assertThat(items(page)).containsExactly(Map.of("label", "first"));
            String link = page.header("Link");
            assertThat(link).startsWith("<" + path + "?cursor=");
            assertThat(items(own.get(link.substring(1, link.indexOf('>'))))).containsExactly(Map.of("label", "second"));
        }
    }

    @Test
    void todayIsWhatChangedOnThisDay() throws Exception {
        try (var own = new CasesFixture()) {
            String old = own.create("old");
            String fresh = own.create("fresh");
            own.execute("UPDATE cases.task SET updated_at = now() - interval '2 days' WHERE id = '" + old + "'");
            LocalDate day;
            List<Map<String, Object>> today;
            do {
                // repeats the check if it becomes midnight meanwhile
                day = LocalDate.now(ZoneOffset.UTC);
                own.execute("UPDATE cases.task SET updated_at = now() WHERE id = '" + fresh + "'");
                today = items(own.get("/api/tasks/activity/today"));
            } while (!day.equals(LocalDate.now(ZoneOffset.UTC)));
            assertThat(today).extracting(i -> i.get("id")).containsExactly(fresh);
        }
    }

    @Test
    void statusTellsOfServiceAndStorage() {
        Map<String, Object> status = fixture.get("/api/tasks/system/status").json();
        assertThat(status).containsEntry("status", "ok").containsEntry("service", "cases");
        assertThat((Map<String, Object>) status.get("storage"))
                .containsEntry("status", "ok")
                .containsKeys("server_version", "bytes");
        assertThat(((Map<?, ?>) status.get("cases")).get("total")).isEqualTo(5L);
    }

    @Test
    void allCompletedCasesAreArchivedEachWithItsNote() throws Exception {
        try (var own = new CasesFixture()) {
            for (int i = 0; i < 120; i++) {
                own.post("/api/tasks", Map.of("label", "done " + i, "status", "completed", "resolution", "done"));
            }
            String open = own.create("open");
            TestAnswer answer = own.post("/api/tasks/system/archive-completed");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.json()).containsEntry("archived", 120L).containsEntry("remaining", 0L);
            assertThat(own.read(open)).containsEntry("status", "parked");
            List<Map<String, Object>> archived = items(own.get("/api/tasks?status=archived&limit=1"));
            assertThat(own.eventTypes((String) archived.getFirst().get("id"))).endsWith("field_updated");
            assertThat(own.post("/api/tasks/system/archive-completed").json()).containsEntry("archived", 0L);
        }
    }

    @Test
    void completedCasesThatOthersHaveInHandRemainAndAreToldOf() throws Exception {
        try (var own = new CasesFixture()) {
            String held = completed(own, "held");
            completed(own, "free");
            TestAnswer answer = own.database().write(transaction -> {
                transaction.execute("SELECT FROM cases.task WHERE id = ? FOR NO KEY UPDATE", held);
                return own.post("/api/tasks/system/archive-completed");
            });
            assertThat(answer.json()).containsEntry("archived", 1L).containsEntry("remaining", 1L);
        }
    }

    @Test
    void whoArchivesWaitsForTheStackBeforeItTakesCases() throws Exception {
        try (var own = new CasesFixture();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String id = completed(own, "completed");
            Future<TestAnswer> archived = own.database().write(transaction -> {
                Stacks.own(own.services().mutation(transaction, Actor.local(Principal.DEFAULT)));
                Future<TestAnswer> waiting = threads.submit(() -> own.post("/api/tasks/system/archive-completed"));
                own.awaitBlocked(1);
                transaction.execute("SELECT FROM cases.task WHERE id = ? FOR NO KEY UPDATE NOWAIT", id);
                return waiting;
            });
            assertThat(archived.get().json()).containsEntry("archived", 1L);
        }
    }

    private static String completed(CasesFixture fixture, String label) {
        return (String) fixture.post("/api/tasks", Map.of("label", label, "status", "completed", "resolution", "done"))
                .json()
                .get("id");
    }
}
