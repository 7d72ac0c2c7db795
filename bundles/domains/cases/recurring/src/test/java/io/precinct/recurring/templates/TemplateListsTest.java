package io.precinct.recurring.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestDatabase;
import io.precinct.itests.database.TestServer;
import io.precinct.recurring.RecurringFixture;
import io.precinct.rest.api.CursorText;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateListsTest {
    private static final Map<String, Object> MONDAYS = Map.of(
            "kind",
            "rrule",
            "rule",
            "FREQ=WEEKLY;BYDAY=MO",
            "dtstart",
            "2026-01-05T09:00:00",
            "timezone",
            "Europe/Berlin");

    @Test
    void listsArePagedFilteredAndSearched() {
        try (var world = new RecurringFixture()) {
            for (int i = 0; i < 5; i++) {
                world.template(i == 3 ? "100 % sure_" : "t" + i, MONDAYS, "enabled", i != 1);
                world.clock.advance(Duration.ofSeconds(1));
            }
            TestAnswer first = world.get("?limit=2");
            assertThat(ListAnswers.labels(first)).containsExactly("t4", "100 % sure_");
            assertThat(first.header("X-Total-Count")).isEqualTo("5");
            TestAnswer second = world.chain.get(ListAnswers.next(first)).send();
            assertThat(ListAnswers.labels(second)).containsExactly("t2", "t1");
            assertThat(ListAnswers.labels(
                            world.chain.get(ListAnswers.next(second)).send()))
                    .containsExactly("t0");

            assertThat(ListAnswers.labels(world.get("/enabled?sort=label")))
                    .containsExactly("100 % sure_", "t0", "t2", "t4");
            assertThat(ListAnswers.labels(world.get("?enabled=false"))).containsExactly("t1");
            assertThat(ListAnswers.labels(world.get("/search?q=0%20%25%20SURE_")))
                    .containsExactly("100 % sure_");
            assertThat(ListAnswers.labels(world.get("/search?q=%25"))).containsExactly("100 % sure_");
            assertThat(world.get("/search").status()).isEqualTo(422);
            assertThat(world.get("?cursor=nonsense").status()).isEqualTo(422);
            assertThat(world.get("?colour=red").status()).isEqualTo(422);
            assertThat(world.get("?envelope=1").json()).containsKeys("items", "total", "next_cursor");
        }
    }

    /** A cursor comes from the client: any content is either valid for this list or a fault. */
    @Test
    void aCursorThatWasMadeUpIsAFault() {
        try (var world = new RecurringFixture()) {
            world.template("one", MONDAYS);
            for (List<?> parts : List.of(
                    List.of("-created_at", "yesterday", "recurring-1"),
                    List.of("-created_at", 5, "recurring-1"),
                    List.of("-created_at", "2026-01-01T00:00:00Z", 7),
                    List.of("-created_at", "2026-01-01T00:00:00Z"),
                    List.of("-created_at", "2026-01-01T00:00:00Z", "recurring-1", "more"),
                    List.of("-created_at'; DROP TABLE recurring.template; --", "x", "y"),
                    List.of("label", "one", "recurring-1"))) {
                TestAnswer answer = world.get("?cursor=" + CursorText.of(parts));
                assertThat(answer.status()).as("%s", parts).isEqualTo(422);
                assertThat(String.valueOf(answer.json().get("errors"))).contains("?cursor");
            }
            assertThat(world.get("?sort=label&cursor=" + CursorText.of(List.of("label", "a", "")))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void upcomingIsOrderedByWhatIsDueNext() {
        try (var world = new RecurringFixture()) {
            world.template("monday", MONDAYS);
            world.template("daily", Map.of("kind", "cron", "rule", "0 9 * * *", "timezone", "UTC"));
            world.template(
                    "never",
                    Map.of("kind", "rrule", "rule", "FREQ=DAILY;UNTIL=20200101", "dtstart", "2019-01-01T09:00:00"));
            TestAnswer answer = world.get("/upcoming?count=3&limit=1");
            assertThat(ListAnswers.labels(answer)).containsExactly("daily");
            Map<?, ?> daily = ListAnswers.list(answer).getFirst();
            assertThat(daily.get("date")).isEqualTo("2026-11-21");
            assertThat((List<?>) daily.get("upcoming")).hasSize(3);
            assertThat(ListAnswers.labels(
                            world.chain.get(ListAnswers.next(answer)).send()))
                    .containsExactly("monday");
        }
    }

    @Test
    void withoutTheDatabaseListsAre502AndTheRestIs503() {
        try (var server = TestServer.start();
                var world = new RecurringFixture(TestDatabase.on(server))) {
            String id = world.template("x", MONDAYS);
            server.stop();
            for (String list : List.of("", "/enabled", "/upcoming", "/search?q=x", "/" + id + "/instances")) {
                TestAnswer answer = world.get(list);
                assertThat(answer.status()).as(list).isEqualTo(502);
                assertThat(answer.json()).containsEntry("retryable", true);
                assertThat(answer.header("Retry-After")).isNotNull();
            }
            assertThat(world.get("/" + id).status()).isEqualTo(503);
            assertThat(world.post("/" + id + "/trigger").status()).isEqualTo(503);

            server.restart();
            Eventually.until("it is back", () -> world.get("/" + id).status() == 200);
        }
    }
}
