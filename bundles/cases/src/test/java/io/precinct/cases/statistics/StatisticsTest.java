package io.precinct.cases.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.Desk;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static Map<String, Object> read(Desk desk) {
        return desk.get("/api/tasks/cases/statistics").json();
    }

    private static Map<?, ?> part(Desk desk, String name) {
        return (Map<?, ?>) read(desk).get(name);
    }

    @Test
    void anEmptyServiceCountsZeroOfEverything() throws Exception {
        try (var desk = new Desk()) {
            assertThat(read(desk))
                    .containsEntry("total", 0L)
                    .containsEntry("overdue", 0L)
                    .containsKey("as_of");
            assertThat(part(desk, "by_status"))
                    .isEqualTo(Map.of("parked", 0L, "active", 0L, "completed", 0L, "archived", 0L));
            assertThat(part(desk, "by_type")).hasSize(18);
            assertThat(part(desk, "by_type").get("none")).isEqualTo(0L);
            assertThat(part(desk, "by_detective")).isEqualTo(Map.of("unassigned", 0L));
            assertThat(part(desk, "by_urgency")).hasSize(5);
        }
    }

    @Test
    void everyMutationCountsAndRollingUpChangesNothing() throws Exception {
        try (var desk = new Desk();
                var rollup = new Once(desk)) {
            String a = desk.create("a");
            String b = (String) desk.post(
                            "/api/tasks",
                            Map.of("label", "b", "case_type", "bug", "detective", "kim", "due_date", "2020-01-01"))
                    .json()
                    .get("id");
            assertThat(read(desk)).containsEntry("total", 2L).containsEntry("overdue", 1L);
            rollup.once();
            desk.post("/api/tasks/" + b + "/start");
            desk.patch("/api/tasks/" + a, Map.of("urgency_level", "critical"));
            assertThat(part(desk, "by_status").get("active")).isEqualTo(1L);
            assertThat(part(desk, "by_urgency").get("critical")).isEqualTo(1L);
            assertThat(part(desk, "by_type").get("bug")).isEqualTo(1L);
            assertThat(part(desk, "by_detective")).isEqualTo(Map.of("unassigned", 1L, "kim", 1L));
            desk.post("/api/tasks/" + b + "/close", Map.of("resolution", "done"));
            assertThat(read(desk)).containsEntry("overdue", 0L);
            rollup.once();
            desk.delete("/api/tasks/" + b);
            assertThat(part(desk, "by_detective")).isEqualTo(Map.of("unassigned", 1L));
            rollup.once();
            assertThat(part(desk, "by_detective")).isEqualTo(Map.of("unassigned", 1L));
            assertThat(read(desk)).containsEntry("total", 1L);
        }
    }

    @Test
    void theTallyAgreesWithACountAfterRandomOperationsInParallel() throws Exception {
        try (var desk = new Desk();
                var rollup = new Once(desk)) {
            var threads = new java.util.ArrayList<Thread>();
            for (int t = 0; t < 4; t++) {
                var random = new SplittableRandom(t);
                threads.add(Thread.startVirtualThread(() -> operate(desk, random)));
            }
            rollup.once();
            for (Thread thread : threads) {
                thread.join();
            }
            rollup.once();
            Map<String, Long> counted = desk.database().read(handle -> {
                var counts = new java.util.HashMap<String, Long>();
                handle.createQuery("SELECT status, count(*) FROM cases.task GROUP BY status")
                        .map((row, context) -> counts.put(row.getString(1), row.getLong(2)))
                        .list();
                return counts;
            });
            for (String status : List.of("parked", "active", "completed", "archived")) {
                assertThat(part(desk, "by_status").get(status)).isEqualTo(counted.getOrDefault(status, 0L));
            }
        }
    }

    private static void operate(Desk desk, SplittableRandom random) {
        var mine = new java.util.ArrayList<String>();
        for (int i = 0; i < 40; i++) {
            if (mine.isEmpty() || random.nextInt(3) == 0) {
                mine.add(desk.create("case " + i));
                continue;
            }
            String id = mine.get(random.nextInt(mine.size()));
            switch (random.nextInt(5)) {
                case 0 -> desk.post("/api/tasks/" + id + "/start");
                case 1 -> desk.post("/api/tasks/" + id + "/park");
                case 2 -> desk.post("/api/tasks/" + id + "/close", Map.of("resolution", "x"));
                case 3 -> desk.post("/api/tasks/" + id + "/archive");
                default -> {
                    desk.delete("/api/tasks/" + id);
                    mine.remove(id);
                }
            }
        }
    }

    /** The worker, made to work now. */
    private record Once(Rollup rollup) implements AutoCloseable {
        Once(Desk desk) {
            this(new Rollup(desk.services()));
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
