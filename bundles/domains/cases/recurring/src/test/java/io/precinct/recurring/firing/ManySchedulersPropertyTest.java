package io.precinct.recurring.firing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.longRange;
import static org.quicktheories.generators.Generate.range;

import io.precinct.recurring.RecurringFixture;
import io.precinct.testing.Eventually;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * With any number of schedulers on one database and any jumps of the clock, the previewed firings happen, each date
 * once.
 */
class ManySchedulersPropertyTest {
    private static final List<String> RULES = List.of(
            "FREQ=DAILY",
            "FREQ=DAILY;INTERVAL=2;BYHOUR=2,14",
            "FREQ=WEEKLY;BYDAY=MO,TH",
            "FREQ=MONTHLY",
            "FREQ=MONTHLY;BYDAY=-1FR");
    private static final List<String> ZONES =
            List.of("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati");

    /** Years of dates, because the clock keeps running while the test waits for a processor. */
    private static final int MOST_PREVIEWED = 1000;

    private static final long DAYS_PER_SECOND = 30;
    private static final Instant END = Instant.parse("2027-02-20T00:00:00Z");

    @Test
    void eachDateIsFiredOnceAndAsItWasPreviewed() {
        // five in fact: the bounds come first, and the simplest example is repeated and skipped
        qt().withExamples(6)
                .withShrinkCycles(0)
                .forAll(range(2, 4), longRange(0, 1_000_000))
                .checkAssert(ManySchedulersPropertyTest::check);
    }

    private static void check(int nodes, long seed) {
        var random = new Random(seed);
        try (var world = new RecurringFixture()) {
            Map<String, List<String>> previewed = new LinkedHashMap<>();
            for (int i = 0; i < 8; i++) {
                String id = world.template("template " + i, schedule(random), "lead_days", random.nextInt(3));
                previewed.put(id, preview(world, id));
            }
            for (int node = 0; node < nodes; node++) {
                world.node();
            }
            world.clock.run(DAYS_PER_SECOND * 86_400);
            Eventually.until(
                    "the end of the three months", () -> world.clock.instant().isAfter(END));
            world.clock.stop();
            for (String id : previewed.keySet()) {
                Eventually.until(
                        "all is fired",
                        () -> Instant.parse(String.valueOf(world.read(id).get("next_due")))
                                .isAfter(world.clock.instant()));
            }
            String now = world.clock.instant().toString();
            previewed.forEach((id, expected) -> {
                List<String> due = expected.stream()
                        .filter(firing -> firing.substring(11).compareTo(now) <= 0)
                        .map(firing -> firing.substring(0, 10))
                        .toList();
                assertThat(world.dates(id))
                        .as("seed " + seed + ", " + nodes + " nodes")
                        .isEqualTo(due);
            });
        }
    }

    private static Map<String, Object> schedule(Random random) {
        Map<String, Object> schedule = new HashMap<>();
        boolean cron = random.nextInt(4) == 0;
        schedule.put("kind", cron ? "cron" : "rrule");
        schedule.put("rule", cron ? "30 2,3 * * 1-5" : RULES.get(random.nextInt(RULES.size())));
        schedule.put("dtstart", "2026-10-31T0" + random.nextInt(10) + ":30:00");
        schedule.put("timezone", ZONES.get(random.nextInt(ZONES.size())));
        schedule.put("catch_up", "all");
        schedule.put("max_catch_up", 1000);
        return schedule;
    }

    /** Returns each firing as {@code date at}, sorted by date. */
    private static List<String> preview(RecurringFixture world, String id) {
        var answer = world.chain
                .post("/api/recurring-templates/" + id + "/preview", Map.of("count", MOST_PREVIEWED))
                .send();
        var firings = (List<?>) java.util.Objects.requireNonNull(answer.payload());
        return firings.stream()
                .map(firing -> ((Map<?, ?>) firing).get("date") + " " + ((Map<?, ?>) firing).get("at"))
                .toList();
    }
}
