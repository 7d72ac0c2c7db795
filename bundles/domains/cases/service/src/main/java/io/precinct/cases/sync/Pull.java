package io.precinct.cases.sync;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.CaseServices;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.StatementBatch;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code POST /api/sync/pull}: returns whole cases and stores each as a state that both sides have. A response
 * is about {@link SyncEndpoints#BYTES} at most: cases that did not fit are named in {@code remaining}.
 */
final class Pull {
    static final int MOST_IDS = 10_000;
    private static final int AT_ONCE = 100;

    private final CaseServices services;

    Pull(CaseServices services) {
        this.services = services;
    }

    /** The response as it grows. Not thread-safe. */
    private static final class Answer {
        private final List<@Nullable Object> tasks = new ArrayList<>();
        private final List<String> missing = new ArrayList<>();
        private final List<@Nullable Object> deleted = new ArrayList<>();
        private final List<String> remaining = new ArrayList<>();
        private long bytes;
    }

    // @req:sync-pull
    Reply pull(Input input) {
        Form.query(input).check();
        Form form = Form.body(input);
        List<String> given = form.texts("ids", MOST_IDS, 60);
        if (form.value("ids") == null) {
            form.fault("ids", "required", "ids is required", null);
        }
        Expansion expansion = Expansion.asked(form);
        form.check();
        List<String> ids = List.copyOf(new LinkedHashSet<>(given == null ? List.<String>of() : given));
        var answer = new Answer();
        for (int from = 0; from < ids.size(); from += AT_ONCE) {
            List<String> some = ids.subList(from, Math.min(from + AT_ONCE, ids.size()));
            if (answer.remaining.isEmpty()) {
                Part part = services.database().write(transaction -> part(transaction, some, expansion));
                add(answer, part, some);
            } else {
                answer.remaining.addAll(some);
            }
        }
        Map<String, @Nullable Object> told =
                Data.map("tasks", answer.tasks, "missing", answer.missing, "deleted", answer.deleted);
        return Reply.ok(
                answer.remaining.isEmpty()
                        ? told
                        : Data.mapBuilder()
                                .putAll(told)
                                .put("remaining", answer.remaining)
                                .build());
    }

    private record Part(Map<String, Map<String, @Nullable Object>> cases, Map<String, Instant> tombstones) {}

    private Part part(Transaction transaction, List<String> ids, Expansion expansion) {
        var archive = new Archive(transaction);
        Map<String, CaseWithNotes> cases = CaseStore.findWhole(transaction, ids);
        Expander expander = Expander.read(services, transaction, expansion, cases.keySet());
        var batch = new StatementBatch();
        Archive.keep(batch, expander.kept(cases, expansion));
        batch.execute(transaction);
        var served = new HashMap<String, Map<String, @Nullable Object>>();
        cases.forEach(
                (id, withNotes) -> served.put(id, expander.of(id, expansion).served(withNotes)));
        return new Part(served, archive.tombstones(ids));
    }

    private static void add(Answer answer, Part part, List<String> ids) {
        for (String id : ids) {
            Map<String, @Nullable Object> task = part.cases.get(id);
            Instant deletedAt = part.tombstones.get(id);
            if (task != null) {
                answer.bytes += Json.compactBytes(task).length;
                if (answer.bytes > SyncEndpoints.BYTES && !answer.tasks.isEmpty()) {
                    answer.remaining.add(id);
                } else {
                    answer.tasks.add(task);
                }
            } else if (deletedAt != null) {
                answer.deleted.add(Data.map("id", id, SyncDocuments.DELETED_AT.name(), Timestamps.text(deletedAt)));
            } else {
                answer.missing.add(id);
            }
        }
    }
}
