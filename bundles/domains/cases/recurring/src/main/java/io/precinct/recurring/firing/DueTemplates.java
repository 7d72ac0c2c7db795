package io.precinct.recurring.firing;

import io.precinct.cases.api.Cases.Author;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Transaction;
import io.precinct.recurring.firing.Generator.Newest;
import io.precinct.recurring.schedule.Backlog;
import io.precinct.recurring.schedule.Firing;
import io.precinct.recurring.schedule.Timetable;
import io.precinct.recurring.templates.Template;
import io.precinct.recurring.templates.TemplateStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fires the templates that are due, each in its own transaction. The transaction locks the row of the template, records
 * the date, creates the case and plans the next firing, or does none of this. A template that fails is postponed and
 * does not block others.
 */
final class DueTemplates {
    /** The actor of the cases that the scheduler generates. */
    static final String ACTOR = "recurring";

    private static final Logger LOG = LoggerFactory.getLogger(DueTemplates.class);

    private static final String DUE = """
            SELECT id FROM recurring.template WHERE enabled AND next_due IS NOT NULL AND wake_at <= ?
            ORDER BY wake_at LIMIT 50
            """;
    private static final String ADVANCE = """
            UPDATE recurring.template SET next_due = :due, next_occurrence = :occurrence, next_date = :date, wake_at = :due,
                last_date = GREATEST(last_date, :last_date), last_fired = COALESCE(:fired, last_fired),
                fire_count = fire_count + :count, skipped = skipped + :skipped, waiting_for = :waiting_for,
                looked_at = NULL, attempts = 0, failing_since = NULL, failure = NULL,
                version = version + 1, updated_at = :now
            WHERE id = :id
            """;
    private static final String PUT_OFF = """
            UPDATE recurring.template SET attempts = attempts + 1, failing_since = COALESCE(failing_since, :now),
                failure = :failure, wake_at = :wake, version = version + 1
            WHERE id = :id AND enabled AND next_due IS NOT NULL AND wake_at <= :now
            """;

    private final Database database;
    private final Generator generator;
    private final InstantSource clock;
    private final SchedulerCounters counters;

    DueTemplates(Database database, Generator generator, InstantSource clock, SchedulerCounters counters) {
        this.database = database;
        this.generator = generator;
        this.clock = clock;
        this.counters = counters;
    }

    private record Done(boolean any, boolean fired, int skipped) {
        static final Done NOTHING = new Done(false, false, 0);
    }

    /** Fires each due template once; returns true if there was anything to do. */
    boolean round() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<String> due = database.read(
                transaction -> transaction.select(DUE, now).mapTo(String.class).list());
        boolean any = false;
        for (String id : due) {
            any |= attempt(id, now);
        }
        return any;
    }

    private boolean attempt(String id, Instant now) {
        try {
            Newest seen = generator.newest(database, id);
            Done done = database.write(transaction -> fire(transaction, id, seen, now));
            counters.fired.add(done.fired ? 1 : 0);
            counters.skipped.add(done.skipped);
            return done.any;
        } catch (DatabaseUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            counters.failures.increment();
            putOff(id, e, now);
            return false;
        }
    }

    private void putOff(String id, RuntimeException failure, Instant now) {
        database.write(transaction -> {
            Template template = TemplateStore.lock(transaction, id);
            int attempts = template == null || template.failure() == null
                    ? 0
                    : template.failure().attempts();
            Instant wake = now.plus(Scheduler.TRY_AGAIN.after(attempts + 1));
            LOG.warn("the template {} could not be fired, attempt {}; next try at {}", id, attempts + 1, wake, failure);
            return transaction
                    .createUpdate(PUT_OFF)
                    .bind("id", id)
                    .bind("now", now)
                    .bind("wake", wake)
                    .bind("failure", Template.Failure.told(failure))
                    .execute();
        });
    }

    private Done fire(Transaction transaction, String id, Newest seen, Instant now) {
        Template template = TemplateStore.claim(transaction, id, now);
        if (template == null || template.next() == null) {
            return Done.NOTHING;
        }
        Timetable timetable = template.content().timetable();
        Backlog backlog = backlog(template, template.next(), timetable, now);
        Firing firing = backlog.next();
        if (firing == null || firing.at().isAfter(now)) {
            advance(transaction, template, firing, null, null, null, backlog.skipped(), now);
            return new Done(true, false, backlog.skipped());
        }
        var made = generator.generate(transaction, template, firing, false, seen, now, Author.background(ACTOR));
        if (template.content().schedule().followsCompletion()) {
            String waitingFor = Generator.newest(transaction, id, seen);
            advance(transaction, template, null, firing.date(), made, waitingFor, 0, now);
        } else {
            Iterator<Firing> rest = timetable.following(firing.date(), now);
            Firing next = rest.hasNext() ? rest.next() : null;
            advance(transaction, template, next, firing.date(), made, null, backlog.skipped(), now);
        }
        return new Done(true, made != null, backlog.skipped());
    }

    /**
     * Returns the backlog as of the first attempt: a firing that was attempted is not skipped later for being late, and
     * skipped occurrences stay skipped.
     */
    private static Backlog backlog(Template template, Firing due, Timetable timetable, Instant now) {
        if (template.content().schedule().followsCompletion()) {
            return new Backlog(due, 0);
        }
        Template.Failure failure = template.failure();
        return Backlog.of(timetable, template.content().schedule(), due, failure == null ? now : failure.since());
    }

    private static void advance(
            Transaction transaction,
            Template template,
            @Nullable Firing next,
            @Nullable LocalDate fired,
            @Nullable Map<String, @Nullable Object> made,
            @Nullable String waitingFor,
            int skipped,
            Instant now) {
        transaction
                .createUpdate(ADVANCE)
                .bind("id", template.id())
                .bind("due", next == null ? null : next.at())
                .bind("occurrence", next == null ? null : next.occurrence())
                .bind("date", next == null ? (LocalDate) null : next.date())
                .bind("last_date", fired)
                .bind("fired", made == null ? null : now)
                .bind("count", made == null ? 0 : 1)
                .bind("skipped", skipped)
                .bind(TemplateStore.WAITING_FOR.name(), waitingFor)
                .bind("now", now)
                .execute();
    }
}
