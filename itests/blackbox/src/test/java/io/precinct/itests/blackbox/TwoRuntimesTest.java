package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestDatabase;
import io.precinct.itests.database.TestServer;
import io.precinct.itests.support.Http;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests two runtimes on one PostgreSQL, started at the same time on an empty database. */
@Timeout(240)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwoRuntimesTest {
    private static final String[] ADA = {"X-Detective", "ada"};

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static TestDatabase database;
    private static Service one;
    private static Service two;

    @BeforeAll
    static void start() {
        server = TestServer.start();
        database = TestDatabase.on(server);
        List<CompletableFuture<Service>> starting = Stream.of("one", "two")
                .map(name -> CompletableFuture.supplyAsync(
                        () -> service(name), task -> Thread.ofPlatform().start(task)))
                .toList();
        one = starting.getFirst().join();
        two = starting.getLast().join();
    }

    private static Service service(String name) {
        DatabaseAddress address = database.address();
        Service.write(folder.resolve(name).resolve("config/cases.yml"), """
                database: {url: '%s', user: '%s', password: '%s', connections: 5}
                """.formatted(
                        address.url(), address.user(), address.password()));
        return Service.withCasesElsewhere(folder.resolve(name), "service: " + name + "\n");
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
        database.close();
        server.close();
    }

    private static String create(Service service, String label) {
        Http.Answer answer = service.http.post("/api/tasks", "{\"label\":\"" + label + "\"}", ADA);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return String.valueOf(answer.json().get("id"));
    }

    private static List<?> list(Service service, String target) {
        Http.Answer answer = service.http.get(target, ADA);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<?>) answer.data();
    }

    @Test
    @Order(1)
    void migrationsThatRaceLeaveTwoThatAreReady() {
        for (Service service : List.of(one, two)) {
            Eventually.until(
                    () -> "it is ready: " + service.http.get("/ready").text(),
                    () -> service.http.get("/ready").status() == 200);
            assertThat(list(service, "/api/tasks")).isEmpty();
        }
    }

    @Test
    @Order(2)
    void eventsCross() {
        try (var stream = EventStream.on(two.server.url(), ADA);
                var stranger = EventStream.on(two.server.url(), "X-Detective", "bob")) {
            String id = create(one, "Crossing");
            assertThat(one.http.post("/api/tasks/" + id + "/start", "{}", ADA).status())
                    .isEqualTo(200);

            stream.await("the case", event -> isCase(event, id, "active"));
            stream.await(
                    "the current case",
                    event -> "current".equals(event.get("type"))
                            && event.get("current") instanceof Map<?, ?> current
                            && id.equals(current.get("id")));
            stranger.await("the case", event -> isCase(event, id, "active"));
            assertThat(stranger.events()).noneMatch(event -> "current".equals(event.get("type")));
        }
    }

    private static boolean isCase(Map<?, ?> event, String id, String status) {
        return event.get("case") instanceof Map<?, ?> task
                && id.equals(task.get("id"))
                && status.equals(task.get("status"));
    }

    @Test
    @Order(3)
    void stackAndStatisticsAgree() {
        for (int i = 0; i < 6; i++) {
            Service turn = i % 2 == 0 ? one : two;
            assertThat(turn.http
                            .post("/api/tasks/interrupt", "{\"label\":\"Turn\"}", ADA)
                            .status())
                    .isEqualTo(201);
        }
        assertThat(two.http.post("/api/tasks/current/back", "{}", ADA).status()).isEqualTo(200);
        assertThat(one.http.post("/api/tasks/current/complete", "{}", ADA).status())
                .isEqualTo(200);

        assertThat(list(one, "/api/tasks/stack"))
                .isEqualTo(list(two, "/api/tasks/stack"))
                .hasSizeGreaterThan(3);
        for (String member : List.of("total", "by_status", "by_type", "by_urgency", "by_detective")) {
            assertThat(one.http.get("/api/tasks/cases/statistics").json().get(member))
                    .isEqualTo(
                            two.http.get("/api/tasks/cases/statistics").json().get(member));
        }
    }

    @Test
    @Order(4)
    void aTemplateFiresOnceWhoeverIsFirst() {
        // They are due a day before this time: all in three seconds, or immediately if creating them takes longer.
        String start = LocalDateTime.now(ZoneOffset.UTC)
                .plusDays(1)
                .plusSeconds(3)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Http.Answer answer =
                    (i % 2 == 0 ? one : two).http.post("/api/recurring-templates", """
                            {"label": "Once %d", "lead_days": 1,
                             "schedule": {"kind": "rrule", "rule": "FREQ=DAILY", "dtstart": "%s"}}
                            """.formatted(i, start));
            assertThat(answer.status()).as(answer.text()).isEqualTo(201);
            ids.add(String.valueOf(answer.json().get("id")));
        }
        for (String id : ids) {
            Eventually.until(
                    () -> "it has fired once: "
                            + one.http.get("/api/recurring-templates/" + id).text(),
                    () -> "1"
                            .equals(String.valueOf(one.http
                                    .get("/api/recurring-templates/" + id)
                                    .json()
                                    .get("fire_count"))));
        }
        // One runtime has fired each template, and both runtimes show tomorrow as next_due.
        for (String id : ids) {
            assertThat(list(two, "/api/recurring-templates/" + id + "/instances"))
                    .hasSize(1);
        }
        var dates = new HashSet<Object>();
        list(one, "/api/tasks/cases/search?label=Once&limit=100")
                .forEach(task -> dates.add(((Map<?, ?>) task).get("recurring_template_id")));
        assertThat(dates).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    @Order(5)
    void oneThatIsKilledInATransactionLeavesTheOtherServing() throws Exception {
        String id = create(one, "Shared");
        var acknowledged = new AtomicInteger();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            writers.add(Thread.ofPlatform().start(() -> {
                try {
                    while (one.http
                                    .post("/api/tasks/" + id + "/notes", "{\"note\":\"busy\"}", ADA)
                                    .status()
                            == 201) {
                        acknowledged.incrementAndGet();
                    }
                } catch (java.io.UncheckedIOException e) {
                    // the runtime was killed
                }
            }));
        }
        Eventually.until("writes under way", () -> acknowledged.get() > 40);
        ProcessHandle victim = one.server.process().toHandle();
        Stream.concat(victim.descendants(), Stream.of(victim)).toList().forEach(ProcessHandle::destroyForcibly);
        for (Thread writer : writers) {
            writer.join();
        }

        Http.Answer answer = two.http.post("/api/tasks/" + id + "/notes", "{\"note\":\"still here\"}", ADA);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        Map<?, ?> task = two.http.get("/api/tasks/" + id).json();
        // All acknowledged notes, at most one more for each writer, the creation, and the note above.
        assertThat((List<?>) task.get("investigation_notes"))
                .hasSizeBetween(acknowledged.get() + 2, acknowledged.get() + 6);
        String trigger = "/api/recurring-templates?limit=1";
        assertThat(list(two, trigger)).hasSize(1);
        try (var stream = EventStream.on(two.server.url(), ADA)) {
            String after = create(two, "After");
            stream.await("an event", event -> isCase(event, after, "parked"));
        }
    }
}
