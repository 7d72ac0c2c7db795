package io.precinct.cases.sync;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseServices;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.Cause;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.stack.Stacks;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code POST /api/sync/push}: takes cases and deletions, and merges each with the state here. A large request
 * runs in several transactions, sorted by id, cases before deletions. A request may be repeated unchanged.
 */
final class Push {
    private static final int AT_ONCE = 50;

    private final CaseServices services;

    Push(CaseServices services) {
        this.services = services;
    }

    /** A pushed case or deletion, with its place in the request. */
    private record Entry(
            int place, String id, @Nullable Map<String, @Nullable Object> task, Manifest.@Nullable Deleted deletion) {
        boolean isDeletion() {
            return deletion != null;
        }
    }

    /** The result for an entry. */
    private record Outcome(int place, Map<String, @Nullable Object> result) {
        String status() {
            return String.valueOf(result.get("status"));
        }
    }

    // @req:sync-push
    Reply push(Input input) {
        Form.query(input).check();
        Form form = Form.body(input);
        List<Entry> entries = entries(form);
        form.check();
        Cause cause = Cause.of(input);
        entries.sort(
                Comparator.comparing(Entry::isDeletion).thenComparing(Entry::id).thenComparing(Entry::place));
        var outcomes = new ArrayList<Outcome>(entries.size());
        for (int from = 0; from < entries.size(); from += AT_ONCE) {
            List<Entry> some = entries.subList(from, Math.min(from + AT_ONCE, entries.size()));
            outcomes.addAll(services.database().write(transaction -> {
                List<Outcome> done = taken(transaction, some, cause);
                tell(transaction, done, cause);
                return done;
            }));
        }
        outcomes.sort(Comparator.comparingInt(Outcome::place));
        return Reply.ok(
                Data.map("results", outcomes.stream().map(Outcome::result).toList()));
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Entry> entries(Form form) {
        var entries = new ArrayList<Entry>();
        Object tasks = form.value("tasks");
        if (tasks instanceof List<?> list) {
            for (Object task : list) {
                if (task instanceof Map<?, ?> map) {
                    String id = map.get("id") instanceof String text ? text : "";
                    entries.add(new Entry(entries.size(), id, (Map<String, @Nullable Object>) map, null));
                } else {
                    form.fault("tasks/" + entries.size(), "type", "a task is an object", "object");
                }
            }
        } else if (tasks != null) {
            form.fault("tasks", "type", "tasks is an array", "array");
        }
        Manifest.Claims.deletions(form)
                .forEach((id, deletion) -> entries.add(new Entry(entries.size(), id, null, deletion)));
        return entries;
    }

    private List<Outcome> taken(Transaction transaction, List<Entry> entries, Cause cause) {
        // locks stacks before cases, as everywhere
        Set<String> stacks =
                Stacks.lockHolding(transaction, entries.stream().map(Entry::id).toList());
        var done = new ArrayList<Outcome>(entries.size());
        for (List<Entry> round : rounds(entries)) {
            List<Map<String, @Nullable Object>> tasks = new ArrayList<>();
            for (Entry entry : round) {
                if (entry.task != null) {
                    tasks.add(entry.task);
                }
            }
            var reconciliation = new Reconciliation(
                    services,
                    transaction,
                    cause,
                    stacks,
                    round.stream().map(Entry::id).toList(),
                    tasks);
            List<Supplier<Map<String, @Nullable Object>>> results = new ArrayList<>();
            round.forEach(entry -> results.add(result(reconciliation, entry)));
            for (int i = 0; i < round.size(); i++) {
                done.add(new Outcome(round.get(i).place, results.get(i).get()));
            }
            reconciliation.finish();
        }
        return done;
    }

    private static Supplier<Map<String, @Nullable Object>> result(Reconciliation reconciliation, Entry entry) {
        if (entry.task != null) {
            return reconciliation.take(entry.task);
        }
        Manifest.Deleted deletion = Objects.requireNonNull(entry.deletion);
        return () -> reconciliation.delete(entry.id, deletion.at(), deletion.baseHash());
    }

    /**
     * Splits entries into rounds. A case that a push contains twice is taken twice; the second time starts from the
     * result of the first. Deletions run in separate rounds after the cases: they also change linked cases, and must
     * see the result of the push.
     */
    private static List<List<Entry>> rounds(List<Entry> entries) {
        List<List<Entry>> rounds = new ArrayList<>();
        List<Entry> round = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Entry entry : entries) {
            boolean again =
                    !ids.add(entry.id) && CaseLimits.CASE_ID.matcher(entry.id).matches();
            if (again || !round.isEmpty() && round.getLast().isDeletion() != entry.isDeletion()) {
                rounds.add(round);
                round = new ArrayList<>();
                ids.clear();
                ids.add(entry.id);
            }
            round.add(entry);
        }
        rounds.add(round);
        return rounds;
    }

    /** Appends one event for everything that this transaction changed: a later transaction of the request may fail. */
    private void tell(Transaction transaction, List<Outcome> done, Cause cause) {
        List<Object> ids = done.stream()
                .filter(outcome -> List.of("applied", "merged").contains(outcome.status()))
                .map(outcome -> (Object) String.valueOf(outcome.result.get("id")))
                .toList();
        if (ids.isEmpty()) {
            return;
        }
        Map<String, Long> counts = done.stream().collect(Collectors.groupingBy(Outcome::status, Collectors.counting()));
        Map<String, @Nullable Object> synced = cause.event(Data.map(
                "change",
                "synced",
                "synced_at",
                Timestamps.text(Timestamps.now()),
                "changed",
                ids.size(),
                "ids",
                ids,
                "counts",
                counts));
        services.events().append(transaction, new Events.Event(Mutation.TOPIC, "synced", null, synced));
    }
}
