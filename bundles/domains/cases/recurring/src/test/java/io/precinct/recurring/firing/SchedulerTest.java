package io.precinct.recurring.firing;

import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.itests.database.TestDatabase;
import io.precinct.itests.database.TestServer;
import io.precinct.recurring.ConfiguredRecurring;
import io.precinct.recurring.RecurringFixture;
import io.precinct.recurring.RowCases.Row;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerTest {
    private static final Map<String, Object> DAILY =
            Map.of("kind", "rrule", "rule", "FREQ=DAILY", "dtstart", "2026-11-01T09:00:00", "timezone", "UTC");

    private static final Map<String, Object> AFTER_COMPLETION =
            Map.of("kind", "after_completion", "rule", "P3D", "dtstart", "2026-11-21T09:00:00", "timezone", "UTC");

    private final RecurringFixture world = new RecurringFixture();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aCaseIsGeneratedWhenItIsDueAndNotForThePast() {
        String id = world.template("inspect", DAILY, "due_offset_days", 2);
        world.node();
        assertThat(world.read(id)).containsEntry("next_due", "2026-11-21T09:00:00.000Z");

        world.clock.set("2026-11-21T09:00:00Z");
        until("the case is there", () -> !world.cases.of(id).isEmpty());

        Row made = world.cases.of(id).getFirst();
        assertThat(made.date()).isEqualTo("2026-11-21");
        assertThat(made.due()).isEqualTo("2026-11-23");
        assertThat(made.previous()).isNull();
        assertThat(made.actor()).isEqualTo("recurring");
        assertThat(world.read(id))
                .containsEntry("next_due", "2026-11-22T09:00:00.000Z")
                .containsEntry("last_fired", "2026-11-21T09:00:00.000Z")
                .containsEntry("fire_count", 1);
    }

    /** Fires at 18:00 in Los Angeles, which is 02:00 of the next day in UTC. */
    private static final Map<String, Object> EVENINGS =
            Map.of("kind", "cron", "rule", "0 18 * * *", "timezone", "America/Los_Angeles", "catch_up", "all");

    @ParameterizedTest
    @CsvSource({
        "America/Los_Angeles, 0, 2026-11-20",
        "UTC, 0, 2026-11-21",
        "Asia/Tokyo, 0, 2026-11-21",
        "UTC, 1, 2026-11-21",
        "UTC, 2, 2026-11-22",
        "Etc/GMT+12, 0, 2026-11-20"
    })
    void aCaseIsNotOverdueWhenItBegins(ZoneId zone, int offset, String due) {
        world.cases.overdueIn(zone);
        String id = world.template("inspect", EVENINGS, "due_offset_days", offset);
        world.node();
        world.clock.set("2026-11-21T02:00:00Z");
        until("the case is there", () -> !world.cases.of(id).isEmpty());
        Row made = world.cases.of(id).getFirst();
        assertThat(made.date()).as("the local date of the template").isEqualTo("2026-11-20");
        assertThat(made.due())
                .isEqualTo(due)
                .isAfterOrEqualTo(world.clock.instant().atZone(zone).toLocalDate());
        assertThat(world.post("/" + id + "/trigger").status()).isEqualTo(201);
        assertThat(world.cases.of(id).getLast().due()).as("by hand").isEqualTo(due);
    }

    @Test
    void aCaseThatComesLaterOnItsLocalDateIsNotOverdueEither() {
        Map<String, Object> noon = Map.of("kind", "cron", "rule", "0 12 * * *", "timezone", "America/Los_Angeles");
        String id = world.template("inspect", noon, "due_offset_days", 0);
        world.clock.set("2026-11-21T07:00:00Z");
        world.node();
        until("the case is there", () -> !world.cases.of(id).isEmpty());
        assertThat(world.cases.of(id).getFirst().date()).isEqualTo("2026-11-20");
        assertThat(world.cases.of(id).getFirst().due()).isEqualTo("2026-11-21");
    }

    @Test
    void aDateThatIsMadeUpForLaterKeepsItsDueDate() {
        String id = world.template("inspect", EVENINGS, "due_offset_days", 0);
        world.clock.set("2026-11-23T12:00:00Z");
        world.node();
        until("they are there", () -> world.cases.of(id).size() == 3);
        assertThat(world.cases.of(id))
                .extracting(row -> String.valueOf(row.due()))
                .containsExactly("2026-11-21", "2026-11-22", "2026-11-23");
    }

    @Test
    void aProcessThatIsNotToFireDoesEverythingElseUntilItMay(@TempDir Path folder) {
        String id = world.template(
                "inspect", DAILY, "checklists", List.of(Map.of("name", "Steps", "items", List.of("one"))));
        var configured = new ConfiguredRecurring(folder, "recurring: {enabled: false}");
        world.node(configured.settings());
        world.clock.set("2026-11-21T09:00:00Z");
        assertThat(world.post("/" + id + "/trigger").status()).isEqualTo(201);
        String triggered = "case-" + world.cases.of(id).getFirst().id();
        until("it has been at work", () -> world.lists.node(triggered).containsKey("Steps"));
        assertThat(world.cases.of(id)).hasSize(1);
        assertThat(world.read(id)).containsEntry("next_due", "2026-11-21T09:00:00.000Z");

        configured.write("recurring: {enabled: true}");
        until("the case is there", () -> world.cases.of(id).size() == 2);
    }

    @ParameterizedTest
    @CsvSource({"all, 10, 10, 2026-12-03", "all, 30, 22, 2026-11-21", "latest, 10, 1, 2026-12-12", "none, 10, 0, "})
    void threeWeeksOfDowntimeAreCaughtUpWithinTheLimit(String policy, int most, int cases, String first) {
        String id = world.template("inspect", with("catch_up", policy, "max_catch_up", most));
        world.clock.set("2026-12-12T12:00:00Z");
        world.node();
        until(
                "it looks ahead",
                () -> "2026-12-13T09:00:00.000Z".equals(world.read(id).get("next_due")));

        List<String> dates = world.dates(id);
        assertThat(dates).hasSize(cases).doesNotHaveDuplicates().isSorted();
        if (first != null) {
            assertThat(dates).startsWith(first).endsWith("2026-12-12");
        }
    }

    @Test
    void eachInstanceKnowsTheNewestThatIsStillThere() {
        String id = world.template("inspect", DAILY);
        world.node();
        world.clock.set("2026-11-21T09:00:00Z");
        until("one is there", () -> world.cases.of(id).size() == 1);
        String first = world.cases.of(id).getFirst().id();
        assertThat(world.post("/" + id + "/trigger").status()).isEqualTo(201);
        List<Row> both = world.cases.of(id);
        assertThat(both.getLast().previous()).isEqualTo(first);

        world.cases.forgets(both.getLast().id());
        world.clock.set("2026-11-22T09:00:00Z");
        until("the next is there", () -> world.cases.of(id).size() == 2);
        assertThat(world.cases.of(id).getLast().previous()).isEqualTo(first);
    }

    @Test
    void aTemplateThatFailsStopsNoOtherAndIsTriedAgain() {
        String bad = world.template("bad", with("catch_up", "none"));
        String good = world.template("good", DAILY);
        world.cases.breaks("bad");
        Scheduler scheduler = world.node();
        world.clock.set("2026-11-21T09:00:00Z");
        until("the good one fired", () -> !world.cases.of(good).isEmpty());
        until("the bad one says so", () -> world.read(bad).containsKey("failure"));

        var failure = (Map<?, ?>) Objects.requireNonNull(world.read(bad).get("failure"));
        assertThat(String.valueOf(failure.get("error"))).contains("cannot be created");
        assertThat(world.cases.of(bad)).as("rolled back with the firing").isEmpty();
        until("the metrics say so", () -> figure(scheduler, "precinct_recurring_templates_failing") == 1);

        world.clock.set("2026-11-21T15:00:00Z");
        until("it was tried again", () -> attempts(bad) > 1);
        world.cases.mends("bad");
        world.clock.advance(Duration.ofHours(1));
        until("it fired, late as it is", () -> !world.cases.of(bad).isEmpty());
        assertThat(world.dates(bad)).containsExactly("2026-11-21");
        assertThat(world.read(bad)).doesNotContainKey("failure").containsEntry("next_due", "2026-11-22T09:00:00.000Z");
    }

    @Test
    void whatCatchingUpLeftOutIsNotMadeUpForBecauseTheFirstAttemptFailed() {
        String id = world.template("bad", with("catch_up", "latest"));
        world.cases.breaks("bad");
        world.clock.set("2026-12-12T12:00:00Z");
        world.node();
        until("it failed", () -> attempts(id) > 0);
        world.cases.mends("bad");
        world.clock.advance(Duration.ofHours(1));
        until(
                "it looks ahead",
                () -> "2026-12-13T09:00:00.000Z".equals(world.read(id).get("next_due")));
        assertThat(world.dates(id)).containsExactly("2026-12-12");
    }

    private int attempts(String id) {
        return world.read(id).get("failure") instanceof Map<?, ?> failure && failure.get("attempts") instanceof Number n
                ? n.intValue()
                : 0;
    }

    private static double figure(Scheduler scheduler, String name) {
        return scheduler.collect().stream()
                .filter(family -> family.name().equals(name))
                .flatMap(family -> family.samples().stream())
                .mapToDouble(sample -> sample instanceof Sample.Value value ? value.value() : 0)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"completed", "archived"})
    void afterCompletionFollowsTheInstance(String end) {
        String id = world.template("water the plants", AFTER_COMPLETION);
        world.node();
        world.clock.set("2026-11-21T09:00:00Z");
        until("the first is there", () -> world.cases.of(id).size() == 1);
        assertThat(world.read(id)).containsEntry("next_due", null);

        world.cases.finishes(world.cases.of(id).getFirst().id(), end, Instant.parse("2026-11-23T14:00:00Z"));
        // it checks again as time passes
        world.clock.set("2026-11-24T10:00:00Z");
        until(
                "the next is known",
                () -> "2026-11-26T14:00:00.000Z".equals(world.read(id).get("next_due")));

        world.clock.set("2026-11-26T14:00:00Z");
        until("the next is there", () -> world.cases.of(id).size() == 2);
        assertThat(world.dates(id)).containsExactly("2026-11-21", "2026-11-26");
    }

    @Test
    void anInstanceThatWasDeletedIsNotWaitedForForEver() {
        String id = world.template("water the plants", AFTER_COMPLETION);
        world.node();
        world.clock.set("2026-11-21T09:00:00Z");
        until("the first is there", () -> world.cases.of(id).size() == 1);

        world.cases.forgets(world.cases.of(id).getFirst().id());
        world.clock.advance(Duration.ofSeconds(1));
        until("the next is known", () -> world.read(id).get("next_due") != null);
        world.clock.advance(Duration.ofDays(3));
        until("the next is there", () -> world.cases.of(id).size() == 1);
        assertThat(world.dates(id)).containsExactly("2026-11-24");
    }

    @Test
    void checklistsAreMadeOnceHoweverOftenItIsTried() {
        world.lists.failAfter(3);
        String id = world.template(
                "release",
                DAILY,
                "checklists",
                List.of(
                        Map.of("name", "Before", "items", List.of("tag", "tag", "build")),
                        Map.of("name", "After", "items", List.of("tell", "rest"))));
        Scheduler scheduler = world.node();
        world.clock.set("2026-11-21T09:00:00Z");
        until("the case is there", () -> world.cases.of(id).size() == 1);
        String node = "case-" + world.cases.of(id).getFirst().id();
        until("it failed half way", () -> figure(scheduler, "precinct_recurring_checklist_failures") >= 1);
        assertThat(world.lists.node(node)).containsEntry("After", List.of());

        world.lists.failAfter(Integer.MAX_VALUE);
        world.clock.advance(Duration.ofMinutes(5));
        until(
                "all is there",
                () -> world.lists.node(node).getOrDefault("After", List.of()).size() == 2);
        assertThat(world.lists.node(node))
                .isEqualTo(Map.of("Before", List.of("tag", "tag", "build"), "After", List.of("tell", "rest")));
    }

    @Test
    void aSchedulerHandsOverToTheNext() {
        String id = world.template("inspect", DAILY);
        for (int day = 21; day < 30; day++) {
            Scheduler one = world.node();
            world.clock.set("2026-11-" + day + "T09:00:00Z");
            int cases = day - 20;
            until("day " + day, () -> world.cases.of(id).size() == cases);
            one.stop();
        }
        assertThat(world.dates(id)).hasSize(9).doesNotHaveDuplicates();
    }

    @Test
    void itGoesOnByItselfWhenTheDatabaseComesBack() {
        try (var server = TestServer.start();
                var lost = new RecurringFixture(TestDatabase.on(server))) {
            String id = lost.template("inspect", DAILY);
            lost.node();
            lost.clock.set("2026-11-21T09:00:00Z");
            until("one is there", () -> lost.cases.of(id).size() == 1);
            server.stop();
            lost.clock.set("2026-11-22T09:00:00Z");
            server.restart();
            until(
                    "the database is there",
                    () -> lost.database.databases().absence().isEmpty());
            until("the next is there", () -> lost.cases.of(id).size() == 2);
        }
    }

    @Test
    void leadDaysAreKept() {
        String id = world.template("plan", DAILY, "lead_days", 2);
        world.node();
        until("those that are near", () -> world.cases.of(id).size() == 2);
        world.clock.set("2026-11-21T09:00:00Z");
        until("and the next", () -> world.cases.of(id).size() == 3);
        assertThat(world.dates(id)).containsExactly("2026-11-21", "2026-11-22", "2026-11-23");
        assertThat(new HashSet<>(world.dates(id))).hasSize(3);
    }

    private static Map<String, Object> with(Object... more) {
        var schedule = new java.util.HashMap<>(DAILY);
        for (int i = 0; i < more.length; i += 2) {
            schedule.put((String) more[i], more[i + 1]);
        }
        return schedule;
    }
}
