package io.precinct.cases.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CasesFixture;
import io.precinct.cases.statistics.Rollup;
import io.precinct.itests.database.TestDatabase;
import io.precinct.itests.database.seed.CaseSeed;
import io.precinct.itests.database.seed.SeededCases;
import io.precinct.testkit.TestAnswer;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No request scans a whole table that is large enough to matter: PostgreSQL counts its sequential scans. */
class PlanTest {
    private static final int CASES = 20_000;
    private static final int NOTES = 100_000;

    private static CasesFixture fixture;
    private static CaseSeed seed;
    private static Rollup rollup;

    @BeforeAll
    static void fill() throws Exception {
        fixture = new CasesFixture(TestDatabase.onOneConnection(), false);
        seed = new CaseSeed(7, CASES, NOTES);
        fixture.database().read(transaction -> 0);
        var address = fixture.databases().address();
        seed.fill(() -> DriverManager.getConnection(address.url(), address.user(), address.password()));
        relate();
        rollup = new Rollup(fixture.services());
        fixture.awaitSql("SELECT count(*) = 0 FROM cases.tally_delta");
        // connections that filled the tables report their scans when they end; only this fixture's pool and listener
        // remain
        fixture.awaitSql("SELECT count(*) <= 2 FROM pg_stat_activity"
                + " WHERE datname = current_database() AND backend_type = 'client backend'");
    }

    /** Makes each case block the next, and gives every ten cases the same parent. */
    private static void relate() {
        fixture.execute("""
                WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM cases.task)
                INSERT INTO cases.relation (from_id, to_id, type, created_by, created_at)
                SELECT a.id, b.id, 'blocks', 'ada', now() FROM numbered a JOIN numbered b ON b.number = a.number + 1
                UNION ALL
                SELECT a.id, b.id, 'parent_of', 'ada', now() FROM numbered a JOIN numbered b ON b.number / 10 = a.number
                WHERE a.id <> b.id
                """);
        fixture.execute("ANALYZE cases.relation");
    }

    @AfterAll
    static void close() throws Exception {
        rollup.close();
        fixture.close();
    }

    private static long scans() {
        fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT pg_stat_force_next_flush()::text")
                        .mapTo(String.class)
                        .one());
        return fixture.database()
                .read(transaction -> transaction
                        .createQuery(
                                "SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE schemaname = 'cases' AND relname IN ('task', 'note')")
                        .mapTo(Long.class)
                        .one());
    }

    private static TestAnswer withoutScan(String target) {
        long before = scans();
        TestAnswer answer = null;
        // more often than PostgreSQL plans a prepared statement for its specific arguments
        for (int i = 0; i < 7; i++) {
            answer = fixture.get(target);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
        assertThat(scans() - before).as(target).isZero();
        return answer;
    }

    @Test
    void aScanIsNoticed() {
        long before = scans();
        fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT count(*) FROM cases.note WHERE content LIKE '%q%z%'")
                        .mapTo(Long.class)
                        .one());
        assertThat(scans()).isGreaterThan(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "status=active",
                "status=active&status=parked",
                "priority=2",
                "case_type=bug",
                "case_type=none",
                "detective=detective-3",
                "detective=detective-99",
                "detective=unassigned",
                "urgency_level=emergency",
                "is_case=true",
                "is_case=false",
                "status=active&detective=detective-70",
                "status=parked&priority=3",
                "status=active&case_type=bug&detective=detective-50&urgency_level=critical",
                "sort=-updated_at",
                "sort=due_date",
                "sort=-scheduled_date",
                "sort=-urgency_level",
                "sort=priority",
                "status=completed&sort=-updated_at",
                "detective=detective-90&sort=due_date"
            })
    void listsWalkAnIndexWithAndWithoutACursor(String query) {
        TestAnswer first = withoutScan("/api/tasks?envelope=1&" + query);
        Object cursor = first.json().get("next_cursor");
        if (cursor != null) {
            withoutScan("/api/tasks?envelope=1&cursor=" + cursor + "&" + query);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/tasks/active",
                "/api/tasks/pinned",
                "/api/tasks/cases/urgent",
                "/api/tasks/cases/emergency",
                "/api/tasks/cases/detective/detective-5",
                "/api/tasks/cases/type/epic",
                "/api/tasks/activity/today",
                "/api/tasks/cases/statistics",
                "/api/tasks/system/status",
                "/api/tasks/cases/export-stats",
                "/api/tasks/cases/search?evidence_tag=tag-3",
                "/api/tasks/cases/search?memories=memory/bab",
                "/api/tasks/cases/search?due_before=2020-01-01",
                "/api/tasks/cases/search?label=babada",
                "/api/tasks/cases/search?repository_context=org/bobob",
                "/api/tasks/cases/search?classification=idea",
                "/api/tasks/cases/search?created_after=2100-01-01",
                "/api/tasks/cases/search?last_viewed_after=2020-01-01"
            })
    void viewsStatisticsAndStructuredSearchUseIndexes(String target) {
        withoutScan(target);
    }

    @Test
    void relationsAreFollowedByIndexes() {
        String parent = fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT min(id) FROM cases.task")
                        .mapTo(String.class)
                        .one());
        for (String filter : List.of("blocked=true", "blocked=false", "parent=none", "parent=" + parent)) {
            withoutScan("/api/tasks?" + filter);
        }
        assertThat((List<?>) withoutScan("/api/tasks/" + parent + "/children").payload())
                .hasSize(9);
        assertThat(withoutScan("/api/tasks/" + parent + "/progress").json().get("cases"))
                .isInstanceOfSatisfying(Map.class, cases -> assertThat(cases).containsEntry("total", CASES - 1));
    }

    private static long looksInto(String index) {
        scans();
        return fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = ?")
                        .bind(0, index)
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void aRepositoryIsFoundByItsOwnIndex() {
        String repository = fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT min(repository_context) FROM cases.task")
                        .mapTo(String.class)
                        .one());
        long before = looksInto("task_repository");
        TestAnswer answer = withoutScan("/api/tasks/cases/search?repository_context=" + repository);
        assertThat((List<?>) answer.payload()).isNotEmpty();
        assertThat(looksInto("task_repository")).isGreaterThan(before);
    }

    @Test
    void freeTextUsesIndexes() {
        String rare = SeededCases.word(4321);
        String common = SeededCases.word(0);
        for (String q : List.of(
                rare,
                common,
                common + " " + SeededCases.word(1),
                rare.substring(0, 4),
                rare + "x",
                "zzzzqqqq",
                "at pier 77",
                rare.substring(0, 2))) {
            withoutScan("/api/tasks/search?q=" + q.replace(" ", "%20"));
        }
    }

    @Test
    void aWordThatIsInMostTextsFindsCasesAndSaysThatThereAreMore() {
        for (String q : List.of(SeededCases.word(0), SeededCases.word(0).substring(0, 2), "at pier")) {
            TestAnswer answer = withoutScan("/api/tasks/search?q=" + q.replace(" ", "%20"));
            assertThat((List<?>) answer.payload()).as(q).hasSize(50);
            assertThat(answer.header("X-Total-Count-Relation")).as(q).isEqualTo("gte");
        }
    }

    @Test
    void aMisspelledWordIsComparedWithWordsAndNotWithTexts() {
        TestAnswer answer = withoutScan("/api/tasks/search?q=lanterm%20pier%2077");
        Map<?, ?> hit = (Map<?, ?>) ((List<?>) answer.payload()).getFirst();
        assertThat(hit.get("match")).isEqualTo("trigram");
        assertThat((String) hit.get("snippet")).contains("pier 77");
    }

    @Test
    void aPhraseIsFoundAmongAllNotes() {
        for (int index : List.of(0, 777, CASES - 1)) {
            TestAnswer answer = fixture.get(
                    "/api/tasks/search?q=" + seed.cases().phrase(index).replace(" ", "%20"));
            Map<?, ?> hit = (Map<?, ?>) ((List<?>) answer.payload()).getFirst();
            assertThat(hit.get("match")).isEqualTo("phrase");
            assertThat(((Map<?, ?>) hit.get("task")).get("id"))
                    .isEqualTo(seed.cases().id(index));
        }
    }

    @Test
    void theCountsAgreeWithTheCases() {
        assertThat(fixture.get("/api/tasks/cases/statistics").json()).containsEntry("total", (long) CASES);
        assertThat(fixture.get("/api/tasks?limit=1").header("X-Total-Count")).isEqualTo(Integer.toString(CASES));
        long notes = fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT count(*) FROM cases.note")
                        .mapTo(Long.class)
                        .one());
        long counted = fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT sum(note_count) FROM cases.task")
                        .mapTo(Long.class)
                        .one());
        assertThat(notes).isEqualTo(counted).isBetween(NOTES * 9L / 10, NOTES * 11L / 10);
    }
}
