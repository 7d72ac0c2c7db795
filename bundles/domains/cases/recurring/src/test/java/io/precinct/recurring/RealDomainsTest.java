package io.precinct.recurring;

import static io.precinct.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CaseServices;
import io.precinct.cases.CasesService;
import io.precinct.cases.api.Cases;
import io.precinct.cases.lifecycle.Lifecycle;
import io.precinct.events.OutboxEvents;
import io.precinct.events.api.Events;
import io.precinct.graph.api.Checklists;
import io.precinct.graph.checklists.NodeChecklists;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.Nodes;
import io.precinct.itests.database.TestDatabase;
import io.precinct.recurring.firing.Scheduler;
import io.precinct.recurring.templates.Templates;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Templates with the real cases and the real knowledge graph. */
class RealDomainsTest {
    private static final String ROOT = "/api/recurring-templates";

    private final FakeClock clock = new FakeClock("2026-11-20T10:00:00Z");
    private final TestDatabase database = TestDatabase.fresh();
    private final OutboxEvents events = new OutboxEvents(database);
    private final CaseServices services = new CaseServices(database, events);
    private final Cases cases = new CasesService(services);
    private final Checklists checklists = new NodeChecklists(new Nodes(database), new CaseHold(cases));
    private final DomainServices domains = new DomainServices(cases, checklists);
    private final TestChain chain = TestChain.empty()
            .family("recurring", new Templates(database, domains, RecurringFixture.FAST, clock))
            .family("lifecycle", new Lifecycle(services))
            .start();
    private @Nullable Scheduler scheduler;

    @BeforeEach
    void start() {
        until("the database is migrated", () -> database.databases().pending().isEmpty());
        scheduler = new Scheduler(database, domains, RecurringFixture.FAST, clock, Duration.ofMillis(25));
    }

    @AfterEach
    void stop() {
        Objects.requireNonNull(scheduler).stop();
        chain.close();
        database.close();
    }

    private String template(Map<String, ?> body) {
        TestAnswer answer = chain.post(ROOT, body).send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return String.valueOf(answer.json().get("id"));
    }

    @Test
    void theCaseHasTheFieldsOfItsTemplateAndItsChecklists() {
        String id = template(Map.of(
                "label",
                "close the books",
                "case_type",
                "routine-patrol",
                "notes",
                "as every month",
                "priority",
                2,
                "urgency_level",
                "urgent",
                "detective",
                " kim\t",
                "evidence_tags",
                List.of("books"),
                "due_offset_days",
                3,
                "checklists",
                List.of(Map.of("name", "Before noon", "items", List.of("count", "sign", "count"))),
                "schedule",
                Map.of("kind", "rrule", "rule", "FREQ=MONTHLY", "dtstart", "2026-10-31T09:00:00", "timezone", "UTC")));
        clock.set("2026-11-30T09:00:00Z");
        until("it is generated", () -> cases.instances(id, null, 10).items().size() == 1);

        String caseId =
                String.valueOf(cases.instances(id, null, 10).items().getFirst().get("id"));
        Map<String, @Nullable Object> made = Objects.requireNonNull(cases.find(caseId));
        assertThat(made)
                .containsEntry("label", "close the books")
                .containsEntry("case_type", "routine-patrol")
                .containsEntry("status", "parked")
                .containsEntry("notes", "as every month")
                .containsEntry("urgency_level", "urgent")
                .containsEntry("detective", "kim")
                .containsEntry("evidence_tags", List.of("books"))
                .containsEntry("scheduled_date", "2026-11-30")
                .containsEntry("due_date", "2026-12-03")
                .containsEntry("recurring_template_id", id)
                .containsEntry("recurrence_date", "2026-11-30")
                .containsEntry("previous_instance_id", null);
        until("its checklist is there", () -> items(caseId).size() == 3);
        assertThat(items(caseId)).containsExactly("count", "sign", "count");

        String trace = "00-0123456789abcdef0123456789abcdef-00f067aa0ba902b7-01";
        TestAnswer triggered = chain.request("POST", ROOT + "/" + id + "/trigger")
                .header("X-Detective", "kim")
                .header("traceparent", trace)
                .header("Idempotency-Key", "now")
                .send();
        assertThat(triggered.status()).as(triggered.text()).isEqualTo(201);
        assertThat(triggered.json()).containsEntry("previous_instance_id", caseId);
        assertThat(triggered.header("ETag")).isEqualTo("\"v1\"");
        assertThat((List<?>) triggered.json().get("investigation_notes")).hasSize(1);
        until("both are told", () -> told().size() == 2);
        assertThat(told().getLast()).containsEntry("request", null).containsEntry("key", null);
        assertThat(told().getFirst())
                .containsEntry("actor", "kim")
                .containsEntry("request", trace)
                .containsEntry("key", "now");
    }

    /** Returns what events tell of new cases, the newest first. */
    private List<Map<String, @Nullable Object>> told() {
        return events.missed(new Events.Feed("cases", "anybody"), 0, 100).newest().stream()
                .map(Events.Recorded::data)
                .filter(data -> "case_created".equals(data.get("change")))
                .toList();
    }

    private List<String> items(String caseId) {
        try {
            return checklists.execute("case-" + caseId, "Before noon", "list", Map.of(), "reader").stream()
                    .map(Checklists.Item::text)
                    .toList();
        } catch (Checklists.NoSuchList e) {
            return List.of();
        }
    }

    @Test
    void closingTheInstanceBringsTheNext() {
        // the cases use the real time
        clock.set(Instant.now().toString());
        String id = template(Map.of(
                "label",
                "water the plants",
                "schedule",
                Map.of("kind", "after_completion", "rule", "P3D", "timezone", "UTC")));
        until(
                "the first is generated",
                () -> cases.instances(id, null, 10).items().size() == 1);
        String first =
                String.valueOf(cases.instances(id, null, 10).items().getFirst().get("id"));
        assertThat(chain.request("POST", "/api/tasks/" + first + "/activate")
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(chain.post("/api/tasks/" + first + "/close", Map.of("resolution", "done"))
                        .send()
                        .status())
                .isEqualTo(200);
        clock.advance(Duration.ofMinutes(1));
        until(
                "the next is known",
                () -> chain.get(ROOT + "/" + id).send().json().get("next_due") != null);
        clock.advance(Duration.ofDays(3).plusMinutes(1));
        until(
                "the next is generated",
                () -> cases.instances(id, null, 10).items().size() == 2);
        assertThat(cases.instances(id, null, 10).items().getFirst()).containsEntry("previous_instance_id", first);
    }

    @Test
    void faultsOfTheCaseAreFaultsOfTheTemplate() {
        TestAnswer answer = chain.post(
                        ROOT,
                        Map.of(
                                "label", "",
                                "case_type", "party",
                                "priority", 0,
                                "evidence_tags", "x",
                                "schedule", Map.of("kind", "cron", "rule", "0 9 * * *")))
                .send();
        assertThat(answer.status()).isEqualTo(422);
        assertThat((List<?>) answer.json().get("errors")).hasSize(4);
    }
}
