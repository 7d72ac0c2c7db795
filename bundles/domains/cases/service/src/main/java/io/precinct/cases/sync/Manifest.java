package io.precinct.cases.sync;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseServices;
import io.precinct.cases.query.Criteria;
import io.precinct.cases.query.Filters;
import io.precinct.cases.query.Sql;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.StatementBatch;
import io.precinct.cases.record.TaskField;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code POST /api/sync/manifest}: compares the cases of a client with the cases here. Returns the ids that the
 * client is to pull, push and delete, and the ids that both sides changed. Changes no case.
 */
final class Manifest {
    private static final Duration KEPT = Duration.ofDays(90);

    /** Hashes are stored per version. Missing hashes are computed in batches, for no longer than this per request. */
    private static final Duration PATIENCE = Duration.ofSeconds(7);

    private static final int AT_ONCE = 200;

    /** The members that a filter may use besides the filters of every list. */
    private static final List<TaskField> FURTHER = List.of(TaskField.REPOSITORY_CONTEXT);

    /** The schema of the filter. */
    static final Schema FILTER = Filters.body(FURTHER.toArray(TaskField[]::new));

    private final CaseServices services;
    private final Database database;

    Manifest(CaseServices services) {
        this.services = services;
        this.database = services.database();
    }

    /** A case as the client has it. */
    record Claim(
            String id,
            Instant updatedAt,
            String hash,
            @Nullable String baseHash) {
        /** Returns the claim with {@code updatedAt} limited to the first arrival of its state. */
        Claim notAfter(@Nullable Instant arrival) {
            return arrival == null || updatedAt.isBefore(arrival) ? this : new Claim(id, arrival, hash, baseHash);
        }
    }

    /**
     * A deletion by the client.
     *
     * @param baseHash the hash of the deleted state, or null if not given
     */
    record Deleted(Instant at, @Nullable String baseHash) {}

    /** A case here; the hash is null if it is not computed yet. */
    private record Here(Instant updatedAt, @Nullable String hash) {}

    // @req:sync-manifest
    Reply compare(Input input) {
        Form.query(input).check();
        Form form = Form.body(input);
        Map<String, Claim> claims = Claims.tasks(form);
        Map<String, Deleted> deleted = Claims.deletions(form);
        Form filter = form.object("filter");
        Criteria part = filter == null ? null : part(filter);
        Expansion expansion = Expansion.asked(form);
        form.check();
        hashMissing(named(claims, deleted), expansion);
        return Reply.ok(database.read(transaction -> answer(transaction, claims, deleted, part, expansion)));
    }

    /** Returns the ids of the cases that the client names. */
    private static Set<String> named(Map<String, Claim> claims, Map<String, Deleted> deleted) {
        Set<String> ids = new TreeSet<>(claims.keySet());
        ids.addAll(deleted.keySet());
        return ids;
    }

    // @req:sync-part
    private static Criteria part(Form filter) {
        Criteria criteria = Filters.read(filter);
        for (TaskField field : FURTHER) {
            Filters.read(filter, criteria, field);
        }
        return criteria;
    }

    private void hashMissing(Set<String> ids, Expansion expansion) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<String> missing = database.read(transaction -> missing(transaction, ids, expansion));
        for (int from = 0; from < missing.size(); from += AT_ONCE) {
            if (System.nanoTime() > deadline) {
                throw Refusal.of(
                                503,
                                "hashing",
                                "hashes of " + (missing.size() - from) + " cases are still to be made; ask again",
                                "retryable",
                                true)
                        .header("Retry-After", "1");
            }
            List<String> some = missing.subList(from, Math.min(from + AT_ONCE, missing.size()));
            database.write(transaction -> hashed(transaction, some, expansion));
        }
    }

    private static List<String> missing(Transaction transaction, Set<String> ids, Expansion expansion) {
        return transaction
                .createQuery("SELECT t.id FROM cases.task t WHERE t.id = ANY (?) AND NOT EXISTS"
                        + " (SELECT 1 FROM cases.fingerprint f WHERE f.task_id = t.id AND f.version = t.version"
                        + " AND f.expand = ?) ORDER BY t.id")
                .bindArray(0, String.class, ids)
                .bind(1, expansion.key())
                .mapTo(String.class)
                .list();
    }

    private int hashed(Transaction transaction, List<String> ids, Expansion expansion) {
        // the locks prevent deletion, which would leave a hash without its case
        transaction.execute("SELECT id FROM cases.task WHERE id = ANY (?) ORDER BY id FOR KEY SHARE", (Object)
                ids.toArray(String[]::new));
        var batch = new StatementBatch();
        Map<String, CaseWithNotes> cases = CaseStore.findWhole(transaction, ids);
        Expander expander = Expander.read(services, transaction, expansion, cases.keySet());
        Archive.remember(batch, expander.kept(cases, expansion));
        batch.execute(transaction);
        return cases.size();
    }

    private static Map<String, @Nullable Object> answer(
            Transaction transaction,
            Map<String, Claim> claims,
            Map<String, Deleted> deleted,
            @Nullable Criteria part,
            Expansion expansion) {
        var plan = new Plan();
        Map<String, Here> here =
                here(transaction, part, expansion, named(claims, deleted).toArray(String[]::new));
        Map<String, Instant> tombstones = new Archive(transaction).tombstones(claims.keySet());
        Set<String> known = knownRevisions(transaction, claims);
        Map<String, Instant> arrivals = arrivals(transaction, claims);
        for (Claim each : claims.values()) {
            Claim claim = each.notAfter(arrivals.get(each.id()));
            Here one = here.get(claim.id());
            if (one == null) {
                plan.absent(claim, tombstones.get(claim.id()));
            } else {
                plan.both(claim, one, known.contains(claim.id()));
            }
        }
        Instant oldest = Instant.now().minus(KEPT);
        deleted.forEach((id, deletion) -> {
            Here one = here.get(id);
            if (one != null) {
                boolean changed = one.hash == null || !one.hash.equals(deletion.baseHash);
                (changed && one.updatedAt.isAfter(deletion.at) ? plan.pull : plan.push).add(id);
            }
            plan.fullSync |= deletion.at.isBefore(oldest);
        });
        here.keySet().stream()
                .filter(id -> !claims.containsKey(id) && !deleted.containsKey(id))
                .forEach(plan.pull::add);
        return plan.toData();
    }

    /** Returns all cases, or the cases that match the filter plus the cases that the client names. */
    private static Map<String, Here> here(
            Transaction transaction, @Nullable Criteria part, Expansion expansion, String[] named) {
        Sql sql = Sql.of("SELECT t.id, t.updated_at, f.hash FROM cases.task t"
                        + " LEFT JOIN cases.fingerprint f ON f.task_id = t.id AND f.version = t.version")
                .add(" AND f.expand = ?", expansion.key());
        if (part != null) {
            sql.add(" WHERE ").add(part.condition()).add(" OR t.id = ANY (?)", (Object) named);
        }
        return sql.query(transaction).reduceResultSet(new LinkedHashMap<String, Here>(), (here, row, _) -> {
            here.put(row.getString(1), new Here(Timestamps.required(row, 2), row.getString(3)));
            return here;
        });
    }

    /** Returns the cases whose state at the client is a state that was once shared. */
    private static Set<String> knownRevisions(Transaction transaction, Map<String, Claim> claims) {
        return states(transaction, "SELECT s.task_id", "cases.revision", claims)
                .mapTo(String.class)
                .set();
    }

    /** Returns when the states of the client were first pushed. */
    private static Map<String, Instant> arrivals(Transaction transaction, Map<String, Claim> claims) {
        return states(transaction, "SELECT s.task_id, s.arrived_at", "cases.arrival", claims)
                .map((row, _) -> Map.entry(row.getString(1), Timestamps.required(row, 2)))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    private static Query states(Transaction transaction, String select, String table, Map<String, Claim> claims) {
        List<Claim> all = List.copyOf(claims.values());
        return transaction.select(
                select + " FROM unnest(?::text[], ?::text[]) AS k (id, hash) JOIN " + table
                        + " s ON s.task_id = k.id AND s.hash = k.hash",
                all.stream().map(Claim::id).toArray(String[]::new),
                all.stream().map(Claim::hash).toArray(String[]::new));
    }

    /** Collects the case ids by what is to be done. Not thread-safe. */
    private static final class Plan {
        private final List<String> pull = new ArrayList<>();
        private final List<String> push = new ArrayList<>();
        private final List<String> conflicts = new ArrayList<>();
        private final List<String> deleted = new ArrayList<>();
        private boolean fullSync;

        /** Handles a case of the client that does not exist here. */
        void absent(Claim claim, @Nullable Instant deletedAt) {
            if (deletedAt != null) {
                boolean changed = !claim.hash.equals(claim.baseHash);
                (changed && claim.updatedAt.isAfter(deletedAt) ? push : deleted).add(claim.id);
            } else if (claim.baseHash == null) {
                push.add(claim.id);
            } else {
                // both sides had it once, and it was deleted here so long ago that the tombstone is gone
                conflicts.add(claim.id);
                fullSync = true;
            }
        }

        void both(Claim claim, Here here, boolean hadIt) {
            if (claim.hash.equals(here.hash)) {
                return;
            }
            if (claim.baseHash != null) {
                boolean changedThere = !claim.hash.equals(claim.baseHash);
                boolean changedHere = !claim.baseHash.equals(here.hash);
                (changedThere && changedHere ? conflicts : changedThere ? push : pull).add(claim.id);
                return;
            }
            int later = hadIt ? -1 : claim.updatedAt.compareTo(here.updatedAt);
            (later > 0 ? push : later < 0 ? pull : conflicts).add(claim.id);
        }

        Map<String, @Nullable Object> toData() {
            return Data.map(
                    "pull", pull, "push", push, "conflicts", conflicts, "deleted", deleted, "full_sync", fullSync);
        }
    }

    /** Reads the claims of a client; faults go into the form, up to a limit. */
    static final class Claims {
        private static final int MOST_FAULTS = 100;

        private Claims() {}

        static Map<String, Claim> tasks(Form form) {
            Map<String, Claim> claims = new HashMap<>();
            each(form, "tasks", one -> {
                String id = id(one);
                Instant updatedAt = requiredTime(one, TaskField.UPDATED_AT.wireName());
                String hash = one.requiredText("hash", 64);
                one.integer("version", 0, Long.MAX_VALUE);
                String base = CaseFields.BASE_HASH.in(one);
                if (updatedAt != null) {
                    claims.put(id, new Claim(id, updatedAt, hash, base));
                }
            });
            return claims;
        }

        static Map<String, Deleted> deletions(Form form) {
            Map<String, Deleted> deletions = new LinkedHashMap<>();
            each(form, "deleted", one -> {
                String id = id(one);
                Instant deletedAt = requiredTime(one, SyncDocuments.DELETED_AT.name());
                String base = CaseFields.BASE_HASH.in(one);
                if (deletedAt != null) {
                    deletions.put(id, new Deleted(deletedAt, base));
                }
            });
            return deletions;
        }

        private static String id(Form one) {
            String id = one.requiredText("id", 60);
            if (!id.isEmpty() && !CaseLimits.CASE_ID.matcher(id).matches()) {
                one.fault("id", "format", "id has the form task-<uuid>", "task-<uuid>");
            }
            return id;
        }

        private static @Nullable Instant requiredTime(Form one, String name) {
            one.mustHave(name);
            return one.time(name);
        }

        private static void each(Form form, String name, Consumer<Form> reader) {
            Object value = form.value(name);
            if (value == null) {
                return;
            }
            if (!(value instanceof List<?> list)) {
                form.fault(name, "type", name + " is an array", "array");
                return;
            }
            for (int i = 0; i < list.size() && form.faults().size() < MOST_FAULTS; i++) {
                Form one = form.element(name + "/" + i, list.get(i));
                if (one != null) {
                    reader.accept(one);
                }
            }
        }
    }
}
