package io.precinct.cases.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CasesFixture;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestZoneTest {
    /** 26 hours ahead of {@link #WEST}, so its day is always a later one. */
    private static final ZoneId EAST = ZoneId.of("Pacific/Kiritimati");

    private static final ZoneId WEST = ZoneId.of("Etc/GMT+12");
    private static final String STATISTICS = "/api/tasks/cases/statistics";

    @ClassFixture
    private static CasesFixture utc;

    private static CasesFixture west;

    @BeforeAll
    static void open() {
        west = new CasesFixture(WEST);
    }

    @AfterAll
    static void close() throws Exception {
        west.close();
    }

    /** Asks again if it became midnight in the zone meanwhile. */
    private static <T> T onOneDay(ZoneId zone, Supplier<T> asking) {
        while (true) {
            LocalDate day = LocalDate.now(zone);
            T answer = asking.get();
            if (day.equals(LocalDate.now(zone))) {
                return answer;
            }
        }
    }

    private static Object overdue(CasesFixture fixture, String query) {
        return fixture.get(STATISTICS + query).json().get("overdue");
    }

    @Test
    void aCaseIsOverdueWhenItsDayHasEndedInTheZoneOfTheRequest() {
        for (CasesFixture fixture : List.of(utc, west)) {
            String id = fixture.create("due");
            List<Object> counts = onOneDay(WEST, () -> {
                fixture.patch(
                        "/api/tasks/" + id,
                        Map.of("due_date", LocalDate.now(WEST).toString()));
                return List.of(
                        overdue(fixture, "?timezone=" + WEST.getId().replace("+", "%2B")),
                        overdue(fixture, "?timezone=" + EAST));
            });
            assertThat(counts).containsExactly(0L, 1L);
            fixture.delete("/api/tasks/" + id);
        }
    }

    @Test
    void withoutAParameterTheConfiguredZoneCounts() {
        String id = west.create("due");
        Object count = onOneDay(WEST, () -> {
            west.patch(
                    "/api/tasks/" + id,
                    Map.of("due_date", LocalDate.now(WEST).minusDays(1).toString()));
            return overdue(west, "");
        });
        assertThat(count).isEqualTo(1L);
        count = onOneDay(WEST, () -> {
            west.patch(
                    "/api/tasks/" + id, Map.of("due_date", LocalDate.now(WEST).toString()));
            return overdue(west, "");
        });
        assertThat(count).as("in UTC its day has ended, or soon will").isEqualTo(0L);
        west.delete("/api/tasks/" + id);
        assertThat(west.get(STATISTICS).json()).containsEntry("timezone", WEST.getId());
        assertThat(utc.get(STATISTICS).json()).containsEntry("timezone", "UTC");
        assertThat(utc.get(STATISTICS + "?timezone=" + EAST).json()).containsEntry("timezone", EAST.getId());
    }

    @Test
    void todayBeginsAtMidnightInTheZoneOfTheRequestOrTheConfiguredOne() {
        String id = west.create("changed");
        for (ZoneId zone : List.of(EAST, WEST, ZoneId.of("Asia/Kathmandu"))) {
            String query = zone.equals(WEST) ? "" : "?timezone=" + zone;
            List<Boolean> found = onOneDay(zone, () -> {
                Instant midnight = LocalDate.now(zone).atStartOfDay(zone).toInstant();
                changedAt(id, midnight.minusMillis(1));
                boolean before =
                        west.get("/api/tasks/activity/today" + query).text().contains(id);
                changedAt(id, midnight);
                return List.of(
                        before,
                        west.get("/api/tasks/activity/today" + query).text().contains(id));
            });
            assertThat(found).as(zone.getId()).containsExactly(false, true);
        }
    }

    private static void changedAt(String id, Instant at) {
        west.execute("UPDATE cases.task SET updated_at = '" + at + "' WHERE id = '" + id + "'");
    }

    @Test
    void aDayOfASearchBeginsAtMidnightInTheZoneOfTheRequest() {
        String id = west.create("found");
        changedAt(id, Instant.parse("2020-02-02T00:30:00Z"));
        String search = "/api/tasks/cases/search?updated_before=2020-02-02";
        assertThat(west.get(search).text()).as("there the day begins at noon").contains(id);
        assertThat(west.get(search + "&timezone=UTC").text()).doesNotContain(id);
        assertThat(west.get(search + "&timezone=Europe/Berlin").text()).doesNotContain(id);
        assertThat(west.get(search + "&timezone=America/New_York").text()).contains(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {STATISTICS, "/api/tasks/activity/today", "/api/tasks/cases/search"})
    void aZoneThatDoesNotExistIs422(String path) {
        for (String zone : List.of("Nowhere", "europe/berlin", "")) {
            TestAnswer answer = utc.get(path + "?timezone=" + zone);
            assertThat(answer.status()).as(zone).isEqualTo(422);
            assertThat(answer.text()).contains("?timezone", "Europe/Berlin");
        }
        assertThat(utc.get(path + "?timezone=Europe/Berlin").status()).isEqualTo(200);
        assertThat(utc.get("/api/tasks?timezone=UTC").status())
                .as("where no day matters")
                .isEqualTo(422);
    }
}
