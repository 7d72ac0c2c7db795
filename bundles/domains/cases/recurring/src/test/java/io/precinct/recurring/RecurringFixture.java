package io.precinct.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.api.Databases;
import io.precinct.recurring.firing.Scheduler;
import io.precinct.recurring.templates.Templates;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A real database, the endpoints on it, and as many schedulers as a test starts; all share one clock. */
public final class RecurringFixture implements AutoCloseable {
    /** Settings that check for completion all the time. */
    static final RecurringSettings FAST =
            RecurringSettings.fixed(new RecurringSettings.Values(true, ZoneId.of("UTC"), 10, Duration.ofMillis(1)));

    public final FakeClock clock = new FakeClock("2026-11-20T10:00:00Z");
    public final TestDatabase database;
    public final RowCases cases;
    public final InMemoryChecklists lists = new InMemoryChecklists();
    public final TestChain chain;
    private final List<Scheduler> schedulers = new ArrayList<>();

    public RecurringFixture() {
        this(TestDatabase.fresh());
    }

    public RecurringFixture(TestDatabase database) {
        this.database = database;
        this.cases = new RowCases(database);
        chain = TestChain.empty()
                .family("recurring", new Templates(database, new DomainServices(cases, lists), FAST, clock))
                .start();
        Eventually.until(
                "the database is migrated", () -> database.databases().pending().isEmpty());
    }

    /** Starts a scheduler like another process on the same database. */
    public Scheduler node() {
        return node(FAST);
    }

    /** As {@link #node()}, with these settings. */
    public Scheduler node(RecurringSettings settings) {
        return start(database.node(), settings);
    }

    private Scheduler start(Databases databases, RecurringSettings settings) {
        // all nodes share these objects, so that a failure that a test causes affects every node
        var scheduler =
                new Scheduler(databases, new DomainServices(cases, lists), settings, clock, Duration.ofMillis(25));
        schedulers.add(scheduler);
        return scheduler;
    }

    /** Creates a template and returns its id. */
    public String template(String label, Map<String, ?> schedule, Object... more) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("label", label);
        body.put("schedule", schedule);
        for (int i = 0; i < more.length; i += 2) {
            body.put((String) more[i], more[i + 1]);
        }
        TestAnswer answer = chain.post("/api/recurring-templates", body).send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return String.valueOf(answer.json().get("id"));
    }

    public TestAnswer get(String path) {
        return chain.get("/api/recurring-templates" + path).send();
    }

    public TestAnswer post(String path) {
        return chain.request("POST", "/api/recurring-templates" + path).send();
    }

    public Map<String, @Nullable Object> read(String id) {
        return get("/" + id).json();
    }

    /** Returns the dates for which cases were generated, in order of generation. */
    public List<String> dates(String id) {
        return cases.of(id).stream().map(row -> row.date().toString()).toList();
    }

    @Override
    public void close() {
        schedulers.forEach(Scheduler::stop);
        chain.close();
        database.close();
    }
}
