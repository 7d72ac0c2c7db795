package io.precinct.recurring.firing;

import io.precinct.common.retry.Backoff;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.thread.LongLived;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Timestamps;
import io.precinct.recurring.DomainServices;
import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.templates.TemplateContent;
import io.precinct.recurring.templates.TemplateStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one thread that sleeps until the next template is due or a template changes. Its whole state is in the database:
 * any number of processes may run a scheduler, and a new version of the bundle continues where the old version stopped.
 */
@Component(service = MetricSource.class, immediate = true)
public final class Scheduler implements MetricSource {
    /** The delays before a failed firing is retried. */
    static final Backoff TRY_AGAIN = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(512));

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
    private static final Duration STOP = Duration.ofSeconds(8);

    /** Most time between two checks of the database. */
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(60);

    private static final String NEXT = """
        SELECT (SELECT min(wake_at) FROM recurring.template WHERE enabled AND wake_at IS NOT NULL) AS due,
            (SELECT min(lists_at) FROM recurring.firing WHERE lists_at IS NOT NULL) AS lists,
            EXISTS (SELECT FROM recurring.template
                WHERE enabled AND waiting_for IS NOT NULL AND next_due IS NULL) AS waiting,
            (SELECT count(*) FROM recurring.template
                WHERE enabled AND wake_at IS NOT NULL AND failure IS NOT NULL) AS failing,
            (SELECT count(*) FROM recurring.firing WHERE lists_at IS NOT NULL) AS pending
        """;

    private final Database database;
    private final InstantSource clock;
    private final RecurringSettings settings;
    private final Duration longestSleep;
    private final DomainServices domains;
    private final SchedulerCounters counters = new SchedulerCounters();
    private final DueTemplates due;
    private final Completions completions;
    private final PendingLists lists;
    private final AutoCloseable listening;
    private final Semaphore wakeUp = new Semaphore(0);
    private final Thread thread;
    private volatile boolean stopped;

    /** Starts a scheduler that runs until it is deactivated. */
    @Activate
    public Scheduler(
            @Reference Databases databases, @Reference DomainServices domains, @Reference RecurringSettings settings) {
        this(databases, domains, settings, InstantSource.system(), LONGEST_SLEEP);
    }

    /** Starts a scheduler with the given clock and longest sleep. */
    public Scheduler(
            Databases databases,
            DomainServices domains,
            RecurringSettings settings,
            InstantSource clock,
            Duration longestSleep) {
        this.database = databases.open(TemplateContent.TABLES);
        this.clock = clock;
        this.settings = settings;
        this.longestSleep = longestSleep;
        this.domains = domains;
        due = new DueTemplates(database, new Generator(domains), clock, counters);
        completions = new Completions(database, domains, clock, settings);
        lists = new PendingLists(database, domains, clock, counters);
        settings.whenChanged(wakeUp::release);
        listening = database.listen(TemplateStore.CHANNEL, wakeUp::release);
        thread = LongLived.unstarted("recurring-scheduler", LOG::error, this::run);
        thread.start();
    }

    /** Stops the scheduler: the current transaction is completed, and no new one is started. */
    @Deactivate
    public void stop() {
        stopped = true;
        wakeUp.release();
        try {
            listening.close();
            if (!thread.join(STOP)) {
                LOG.warn("the scheduler still works after {}; it ends by itself", STOP);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("the subscription to {} did not end cleanly", TemplateStore.CHANNEL, e);
        }
    }

    @Override
    public List<Family> collect() {
        return counters.collect();
    }

    private void run() {
        // a database that is not ready yet at startup is not worth a warning
        boolean available = false;
        while (!stopped) {
            try {
                work();
                Duration nap = nap();
                available = true;
                sleep(nap);
            } catch (DatabaseUnavailable e) {
                if (available) {
                    LOG.warn("no template is fired while the database is not available: {}", e.getMessage());
                }
                available = false;
                sleep(e.retryAfter());
            } catch (RuntimeException e) {
                LOG.error("the scheduler failed and goes on in a few seconds", e);
                sleep(Duration.ofSeconds(5));
            }
        }
    }

    private void work() {
        boolean more = true;
        while (more && !stopped) {
            boolean enabled = settings.now().enabled();
            more = enabled && due.round();
            more |= enabled && !stopped && completions.round();
            more |= !stopped && lists.round();
        }
    }

    private record Ahead(Instant wake, long failing, long pending) {}

    private Duration nap() {
        Instant now = clock.instant();
        boolean enabled = settings.now().enabled();
        Ahead ahead = database.read(transaction -> transaction
                .createQuery(NEXT)
                .map((row, _) -> {
                    Instant wake = now.plus(longestSleep);
                    if (enabled) {
                        wake = earlier(wake, Timestamps.read(row, "due"));
                    }
                    if (domains.checklists() != null) {
                        wake = earlier(wake, Timestamps.read(row, "lists"));
                    }
                    Instant look = now.plus(settings.now().poll());
                    wake = enabled && row.getBoolean("waiting") && look.isBefore(wake) ? look : wake;
                    return new Ahead(wake, row.getLong("failing"), row.getLong("pending"));
                })
                .one());
        counters.failing = ahead.failing;
        counters.listsPending = ahead.pending;
        return Duration.between(now, ahead.wake);
    }

    private static Instant earlier(Instant wake, @Nullable Instant other) {
        return other != null && other.isBefore(wake) ? other : wake;
    }

    /** Sleeps at least a moment, to avoid a tight loop while another node has locked the due templates. */
    private void sleep(Duration nap) {
        long millis = Math.min(Math.max(nap.toMillis(), 20), longestSleep.toMillis());
        try {
            if (!stopped && wakeUp.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
                wakeUp.drainPermits();
            }
        } catch (InterruptedException e) {
            stopped = true;
            Thread.currentThread().interrupt();
        }
    }
}
