package io.precinct.cases.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CasesFixture;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static Map<String, Object> read(CasesFixture fixture) {
        return fixture.get("/api/tasks/cases/statistics").json();
    }

    private static Map<?, ?> part(CasesFixture fixture, String name) {
        return (Map<?, ?>) read(fixture).get(name);
    }

    @Test
    void anEmptyServiceCountsZeroOfEverything() throws Exception {
        try (var fixture = new CasesFixture()) {
            assertThat(read(fixture))
                    .containsEntry("total", 0L)
                    .containsEntry("overdue", 0L)
                    .containsKey("as_of");
            assertThat(part(fixture, "by_status"))
                    .isEqualTo(Map.of("parked", 0L, "active", 0L, "completed", 0L, "archived", 0L));
            assertThat(part(fixture, "by_type")).hasSize(18);
            assertThat(part(fixture, "by_type").get("none")).isEqualTo(0L);
            assertThat(part(fixture, "by_detective")).isEqualTo(Map.of("unassigned", 0L));
            assertThat(part(fixture, "by_urgency")).hasSize(5);
        }
    }

    @Test
    void everyMutationCountsAndRollingUpChangesNothing() throws Exception {
        try (var fixture = new CasesFixture();
                var rollup = new Once(fixture)) {
            String a = fixture.create("a");
            String b = (String) fixture.post(
                            "/api/tasks",
                            Map.of("label", "b", "case_type", "bug", "detective", "kim", "due_date", "2020-01-01"))
                    .json()
                    .get("id");
            assertThat(read(fixture)).containsEntry("total", 2L).containsEntry("overdue", 1L);
            rollup.once();
            fixture.post("/api/tasks/" + b + "/start");
            fixture.patch("/api/tasks/" + a, Map.of("urgency_level", "critical"));
            assertThat(part(fixture, "by_status").get("active")).isEqualTo(1L);
            assertThat(part(fixture, "by_urgency").get("critical")).isEqualTo(1L);
            assertThat(part(fixture, "by_type").get("bug")).isEqualTo(1L);
            assertThat(part(fixture, "by_detective")).isEqualTo(Map.of("unassigned", 1L, "kim", 1L));
            fixture.post("/api/tasks/" + b + "/close", Map.of("resolution", "done"));
            assertThat(read(fixture)).containsEntry("overdue", 0L);
            rollup.once();
            fixture.delete("/api/tasks/" + b);
            assertThat(part(fixture, "by_detective")).isEqualTo(Map.of("unassigned", 1L));
            rollup.once();
            assertThat(part(fixture, "by_detective")).isEqualTo(Map.of("unassigned", 1L));
            assertThat(read(fixture)).containsEntry("total", 1L);
        }
    }

    @Test
    void theStatisticsAgreeWithACountAfterRandomOperationsInParallel() throws Exception {
        try (var fixture = new CasesFixture();
                var rollup = new Once(fixture)) {
            var threads = new java.util.ArrayList<Thread>();
            for (int t = 0; t < 4; t++) {
                var random = new SplittableRandom(t);
                threads.add(Thread.startVirtualThread(() -> operate(fixture, random)));
            }
            rollup.once();
            for (Thread thread : threads) {
                thread.join();
            }
            rollup.once();
            Map<String, Long> counted = fixture.database().read(transaction -> {
                var counts = new java.util.HashMap<String, Long>();
                transaction
                        .createQuery("SELECT status, count(*) FROM cases.task GROUP BY status")
                        .map((row, context) -> counts.put(row.getString(1), row.getLong(2)))
                        .list();
                return counts;
            });
            for (String status : List.of("parked", "active", "completed", "archived")) {
                assertThat(part(fixture, "by_status").get(status)).isEqualTo(counted.getOrDefault(status, 0L));
            }
        }
    }

    private static void operate(CasesFixture fixture, SplittableRandom random) {
        var mine = new java.util.ArrayList<String>();
        for (int i = 0; i < 40; i++) {
            if (mine.isEmpty() || random.nextInt(3) == 0) {
                mine.add(fixture.create("case " + i));
                continue;
            }
            String id = mine.get(random.nextInt(mine.size()));
            switch (random.nextInt(5)) {
                case 0 -> fixture.post("/api/tasks/" + id + "/start");
                case 1 -> fixture.post("/api/tasks/" + id + "/park");
                case 2 -> fixture.post("/api/tasks/" + id + "/close", Map.of("resolution", "x"));
                case 3 -> fixture.post("/api/tasks/" + id + "/archive");
                default -> {
                    fixture.delete("/api/tasks/" + id);
                    mine.remove(id);
                }
            }
        }
    }

    /** Runs the rollup worker on demand. */
    private record Once(Rollup rollup) implements AutoCloseable {
        Once(CasesFixture fixture) {
            this(new Rollup(fixture.services()));
        }

        void once() {
            rollup.once();
        }

        @Override
        public void close() {
            rollup.close();
        }
    }
}
