package io.precinct.cases.views;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.lifecycle.CaseMoves;
import io.precinct.cases.lifecycle.Transition;
import io.precinct.cases.record.Cause;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.stack.Stacks;
import io.precinct.cases.statistics.CaseCounts;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Schemas;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Endpoints for the status of the service and its storage, and for archiving all completed cases. */
@Component
@FamilyName("system")
public final class ServiceStatus implements BoundaryFamily {
    /** Overdue cases are not among the counts that are shown here. */
    private static final LocalDate ANY_DAY = LocalDate.EPOCH;

    private static final Schema COUNT = Schema.integer().atLeast(0);

    private static final Schema STATUS = Schema.object()
            .with("status", Schema.oneOf("ok"))
            .with("service", Schema.text())
            .with("version", Schema.text())
            .with("time", Schemas.TIME)
            .with(
                    "storage",
                    Schema.object()
                            .with("status", Schema.oneOf("ok"))
                            .with("engine", Schema.text())
                            .with("server_version", Schema.text())
                            .with("bytes", COUNT)
                            .with("notes_estimated", COUNT))
            .with("cases", Schema.object().with("total", COUNT).with("by_status", Schema.map(COUNT)))
            .with("exports_pending", COUNT)
            .named("CasesStatus");

    /** How long a request may archive; the response states how many cases remain for the next request. */
    private static final Duration PATIENCE = Duration.ofSeconds(7);

    private static final int AT_ONCE = 50;

    private final Database database;
    private final CaseServices services;

    /** Creates the endpoints on these services. */
    @Activate
    public ServiceStatus(@Reference CaseServices services) {
        database = services.database();
        this.services = services;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.get(
                        "/api/tasks/system/status",
                        "status",
                        Declaration.terminal()
                                .describedAs("Service and storage status.")
                                .answers(
                                        Answer.ok("How it is.", STATUS),
                                        Answer.of(503, "The database is not there.", Schemas.REFUSAL)
                                                .with(Contracts.RETRY_AFTER))
                                .build(),
                        Endpoint.item(this::status)),
                Member.on(
                        RouteDeclaration.of("post", "/api/tasks/system/archive-completed")
                                .permitting(CaseRoles.LEADING),
                        "archive_completed",
                        Declaration.terminal()
                                .describedAs("Archives all completed cases.")
                                .under(Contracts.READING)
                                .under(Contracts.PRINCIPAL)
                                .takes(Field.nothing())
                                .answers(Answer.ok(
                                        "How many were archived, and how many are left.",
                                        Schema.object().with("archived", COUNT).with("remaining", COUNT)))
                                .build(),
                        Endpoint.item(this::archiveCompleted)));
    }

    // @req:system-status
    private Outcome status(Input input) {
        Form.query(input).check();
        Map<String, @Nullable Object> service = Data.map(
                "service", "cases", "version", input.runtime().version(), "time", Timestamps.text(Timestamps.now()));
        try {
            return Reply.ok(Data.mapBuilder()
                    .put("status", "ok")
                    .putAll(service)
                    .putAll(database.read(ServiceStatus::storage))
                    .build());
        } catch (DatabaseUnavailable e) {
            return Denial.of(503, String.valueOf(e.getMessage()))
                    .with("code", "database_unavailable")
                    .with("retryable", true)
                    .with("status", "degraded")
                    .withAll(service)
                    .with("storage", Data.map("status", "unavailable"))
                    .header(
                            "Retry-After",
                            Long.toString(Math.max(1, e.retryAfter().toSeconds())));
        }
    }

    private static Map<String, @Nullable Object> storage(Transaction transaction) {
        CaseCounts counts = CaseCounts.read(transaction, ANY_DAY);
        return transaction
                .select("SELECT current_setting('server_version'), pg_database_size(current_database()),"
                        + " (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'cases.note'::regclass),"
                        + " (SELECT count(*) FROM cases.export_queue)")
                .map((row, _) -> Data.map(
                        "storage",
                        Data.map(
                                "status", "ok",
                                "engine", "postgresql",
                                "server_version", row.getString(1),
                                "bytes", row.getLong(2),
                                "notes_estimated", row.getLong(3)),
                        "cases",
                        Data.map("total", counts.total(), "by_status", counts.by(TaskField.STATUS)),
                        "exports_pending",
                        row.getLong(4)))
                .one();
    }

    // @req:system-archive
    private Reply archiveCompleted(Input input) {
        Form.query(input).check();
        Form.body(input).check();
        Cause cause = Cause.of(input);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long archived = 0;
        boolean more = true;
        while (more && System.nanoTime() < deadline) {
            int some = database.write(transaction -> archiveSome(transaction, cause));
            archived += some;
            more = some > 0;
        }
        // cases may remain although no more were found: cases locked by others were skipped
        long remaining = database.read(
                transaction -> CaseCounts.read(transaction, ANY_DAY).completed());
        return Reply.ok(Data.map("archived", archived, "remaining", remaining));
    }

    /** Archives a batch, skipping cases that others have locked; returns how many it archived. */
    private int archiveSome(Transaction transaction, Cause cause) {
        // locks stacks before cases, as everywhere
        Stacks.lock(transaction, cause.actor().name());
        List<String> ids = transaction
                .select(
                        "SELECT id FROM cases.task WHERE status = 'completed' ORDER BY created_at, id LIMIT ?"
                                + " FOR NO KEY UPDATE SKIP LOCKED",
                        AT_ONCE)
                .mapTo(String.class)
                .list();
        for (String id : ids) {
            Mutation mutation = services.mutation(transaction, cause);
            CaseMoves.move(mutation, Transition.ARCHIVE, id, _ -> {});
            mutation.finish();
        }
        return ids.size();
    }
}
