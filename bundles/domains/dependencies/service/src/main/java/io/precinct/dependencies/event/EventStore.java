package io.precinct.dependencies.event;

import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Adds events and updates the cumulative view, in one transaction of the caller. All state is in the database.
 * Stateless, hence thread-safe.
 */
public final class EventStore {
    /** The schema, which is created or migrated when it is opened. */
    public static final Schema SCHEMA = Schema.of(
            "dependencies",
            EventStore.class,
            "001-dependencies.sql",
            "002-imports.sql",
            "003-producers.sql",
            "004-same.sql",
            "005-definitions.sql");

    private static final String ADD_NODES =
            "INSERT INTO dependencies.node (name) SELECT unnest(?::text[]) ON CONFLICT (name) DO NOTHING";

    private static final String NODES = "SELECT name, id FROM dependencies.node WHERE name = ANY (?)";

    /** Converts the arguments, one array per column, to rows. */
    private static final String GIVEN = """
            WITH given AS (
                SELECT event_id, at::timestamptz AS at, producer, asserted = 1 AS asserted, source, target,
                    type::smallint AS type, inverse = 1 AS inverse, meta
                FROM unnest(?::text[], ?::text[], ?::text[], ?::integer[], ?::integer[], ?::integer[], ?::integer[],
                    ?::integer[], ?::text[])
                AS g (event_id, at, producer, asserted, source, target, type, inverse, meta)
            )
            """;

    /**
     * Inserts the new events, and applies the latest of them about each edge, in one statement. All transactions lock
     * edges in the same order.
     */
    private static final String ADD = GIVEN + """
            , added AS (
                INSERT INTO dependencies.event (event_id, at, producer, asserted, source, target, type, inverse, meta)
                SELECT * FROM given ON CONFLICT (event_id) DO NOTHING
                RETURNING seq, at, producer, asserted, source, target, type, meta
            ), latest AS (
                INSERT INTO dependencies.edge AS e (source, type, target, producer, at, seq, asserted, meta)
                SELECT DISTINCT ON (source, type, target, producer) source, type, target, producer, at, seq, asserted, meta
                FROM added ORDER BY source, type, target, producer, at DESC, seq DESC
                ON CONFLICT (source, type, target, producer) DO UPDATE
                SET at = excluded.at, seq = excluded.seq, asserted = excluded.asserted, meta = excluded.meta
                WHERE (excluded.at, excluded.seq) > (e.at, e.seq)
            )
            SELECT count(*), coalesce(max(seq), 0) FROM added""";

    private static final String DIFFERING = GIVEN + """
            SELECT e.event_id FROM given g JOIN dependencies.event e ON e.event_id = g.event_id
            WHERE (e.at, e.producer, e.asserted, e.source, e.target, e.type, e.inverse, e.meta)
                IS DISTINCT FROM (g.at, g.producer, g.asserted, g.source, g.target, g.type, g.inverse, g.meta)
            ORDER BY e.event_id LIMIT 10""";

    /**
     * The result of adding a batch.
     *
     * @param added the number of new events
     * @param known the number of identical events that existed already or were repeated in the batch
     * @param seq the number of the last new event, or 0
     */
    public record Added(long added, long known, long seq) {}

    /**
     * Adds events; identical events that exist already count once.
     *
     * @throws Refusal 409 {@code event_conflict} if an event with the same id has different content
     */
    public Added add(Transaction transaction, List<DependencyEvent> given) {
        List<DependencyEvent> events = once(given);
        Map<String, Integer> nodes = nodes(transaction, events);
        Added added = bound(transaction.createQuery(ADD), events, nodes)
                .map((row, _) -> new Added(row.getLong(1), given.size() - row.getLong(1), row.getLong(2)))
                .one();
        if (added.added < events.size()) {
            List<String> differing = bound(transaction.createQuery(DIFFERING), events, nodes)
                    .mapTo(String.class)
                    .list();
            if (!differing.isEmpty()) {
                throw conflict(differing);
            }
        }
        return added;
    }

    /** Removes repeated events from a batch. */
    private static List<DependencyEvent> once(List<DependencyEvent> given) {
        Map<String, DependencyEvent> byId = new LinkedHashMap<>();
        Set<String> differing = new TreeSet<>();
        for (DependencyEvent event : given) {
            DependencyEvent other = byId.putIfAbsent(event.eventId(), event);
            if (other != null && !other.equals(event)) {
                differing.add(event.eventId());
            }
        }
        if (!differing.isEmpty()) {
            throw conflict(List.copyOf(differing));
        }
        return List.copyOf(byId.values());
    }

    private static Refusal conflict(List<String> ids) {
        return Refusal.of(
                409,
                "event_conflict",
                "an event is never changed: these ids were given to others already: " + String.join(", ", ids),
                "event_ids",
                ids);
    }

    /** Returns the numbers of all nodes of these events; new nodes get a number. */
    private static Map<String, Integer> nodes(Transaction transaction, List<DependencyEvent> events) {
        Set<String> names = new HashSet<>();
        for (DependencyEvent event : events) {
            names.add(event.from());
            names.add(event.to());
        }
        Map<String, Integer> numbers = read(transaction, names);
        // sorted, so that all transactions insert in the same order
        Set<String> fresh = new TreeSet<>(names);
        fresh.removeAll(numbers.keySet());
        if (!fresh.isEmpty()) {
            transaction
                    .createUpdate(ADD_NODES)
                    .bindArray(0, String.class, fresh)
                    .execute();
            numbers.putAll(read(transaction, fresh));
        }
        return numbers;
    }

    private static Map<String, Integer> read(Transaction transaction, Set<String> names) {
        return transaction
                .createQuery(NODES)
                .bindArray(0, String.class, names)
                .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                    all.put(row.getString(1), row.getInt(2));
                    return all;
                });
    }

    private static Query bound(Query query, List<DependencyEvent> events, Map<String, Integer> nodes) {
        return query.bindArray(0, String.class, column(events, DependencyEvent::eventId))
                .bindArray(1, String.class, column(events, event -> event.time().toString()))
                .bindArray(2, String.class, column(events, DependencyEvent::producer))
                .bindArray(3, Integer.class, column(events, event -> event.isAssertion() ? 1 : 0))
                .bindArray(4, Integer.class, column(events, event -> nodes.get(event.source())))
                .bindArray(5, Integer.class, column(events, event -> nodes.get(event.target())))
                .bindArray(
                        6,
                        Integer.class,
                        column(events, event -> event.edgeType().code()))
                .bindArray(7, Integer.class, column(events, event -> event.isInverse() ? 1 : 0))
                .bindArray(8, String.class, column(events, DependencyEvent::metaText));
    }

    private static List<@Nullable Object> column(
            List<DependencyEvent> events, Function<DependencyEvent, @Nullable Object> of) {
        List<@Nullable Object> column = new ArrayList<>(events.size());
        events.forEach(event -> column.add(of.apply(event)));
        return column;
    }
}
