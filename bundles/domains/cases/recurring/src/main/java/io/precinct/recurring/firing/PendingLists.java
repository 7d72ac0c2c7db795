package io.precinct.recurring.firing;

import io.precinct.graph.api.Checklists;
import io.precinct.graph.api.Checklists.Item;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.recurring.DomainServices;
import io.precinct.recurring.templates.Template;
import io.precinct.rest.api.StoredJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the checklists of generated cases. Checklists belong to another domain, so they are created outside the
 * firing transaction. Each case is leased, and only missing items are added, so that repeating the work after a crash
 * changes nothing.
 */
final class PendingLists {
    private static final Logger LOG = LoggerFactory.getLogger(PendingLists.class);
    private static final Duration LEASE = Duration.ofMinutes(2);

    private static final String TAKE = """
            UPDATE recurring.firing SET lists_at = :lease, lists_tried = lists_tried + 1 WHERE seq = (
                SELECT seq FROM recurring.firing WHERE lists_at <= :now ORDER BY lists_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING seq, case_id, lists, lists_tried
            """;

    private final Database database;
    private final DomainServices domains;
    private final InstantSource clock;
    private final SchedulerCounters counters;

    PendingLists(Database database, DomainServices domains, InstantSource clock, SchedulerCounters counters) {
        this.database = database;
        this.domains = domains;
        this.clock = clock;
        this.counters = counters;
    }

    private record Work(long seq, String caseId, List<?> lists, int tried) {}

    /** Creates the lists of one case; returns true if there was one. */
    boolean round() {
        Checklists checklists = domains.checklists();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Work work = checklists == null ? null : take(now);
        if (checklists == null || work == null) {
            return false;
        }
        try {
            if (domains.cases().find(work.caseId) != null) {
                make(checklists, Checklists.nodeOfCase(work.caseId), work.lists);
            }
            finish(work, null, null);
        } catch (DatabaseUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            counters.listFailures.increment();
            Instant again = now.plus(Scheduler.TRY_AGAIN.after(work.tried));
            LOG.warn("the checklists of {} could not be made; next try at {}", work.caseId, again, e);
            finish(work, Template.Failure.told(e), again);
        }
        return true;
    }

    private @Nullable Work take(Instant now) {
        return database.write(transaction -> transaction
                .createQuery(TAKE)
                .bind("now", now)
                .bind("lease", now.plus(LEASE))
                .map((row, _) ->
                        new Work(row.getLong(1), row.getString(2), StoredJson.list(row.getString(3)), row.getInt(4)))
                .findOne()
                .orElse(null));
    }

    private void make(Checklists checklists, String node, List<?> lists) {
        for (Object list : lists) {
            if (list instanceof Map<?, ?> map && map.get("items") instanceof List<?> wanted) {
                String name = String.valueOf(map.get("name"));
                String slug = checklists.ensure(node, name, DueTemplates.ACTOR).slug();
                List<Item> there = checklists.execute(node, slug, "list", Map.of(), DueTemplates.ACTOR);
                for (String missing : missing(wanted, there)) {
                    checklists.execute(node, slug, "add", Map.of("text", missing), DueTemplates.ACTOR);
                }
                counters.lists.increment();
            }
        }
    }

    /** Returns the wanted items that do not exist yet; an item that is wanted twice must exist twice. */
    private static List<String> missing(List<?> wanted, List<Item> there) {
        List<String> texts = new ArrayList<>(there.stream().map(Item::text).toList());
        List<String> missing = new ArrayList<>();
        for (Object item : wanted) {
            String text = String.valueOf(item).strip();
            if (!texts.remove(text)) {
                missing.add(text);
            }
        }
        return missing;
    }

    private void finish(Work work, @Nullable String failure, @Nullable Instant again) {
        database.write(transaction -> transaction.execute(
                "UPDATE recurring.firing SET lists_at = ?, lists_failure = ? WHERE seq = ?", again, failure, work.seq));
    }
}
