package io.precinct.cases.export;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.CaseRequest;
import io.precinct.cases.CaseRoutes;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.api.CaseRoles;
import io.precinct.cases.export.Exporter.Exported;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Endpoint;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Principal;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Schemas;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Endpoints for exports on demand and for the statistics of all exports. */
@Component
@FamilyName("export")
public final class Exports implements BoundaryFamily {
    private static final Logger LOG = LoggerFactory.getLogger(Exports.class);

    /** How long a request may export; the remaining cases are queued. */
    private static final Duration PATIENCE = Duration.ofSeconds(7);

    private static final int AT_ONCE = 200;

    private static final Schema COUNT = Schema.integer().atLeast(0);

    private final CaseServices services;
    private final Exporter exporter;

    /** Not final: the bundle of another domain that provides it may be swapped while this bundle serves. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable CaseChecklists checklists;

    /** Creates the endpoints on these services. */
    @Activate
    public Exports(@Reference CaseServices services, @Reference ExportSettings settings) {
        this.services = services;
        this.exporter = new Exporter(services, settings);
    }

    /** As {@link #Exports(CaseServices, ExportSettings)}, for use without a container. */
    public Exports(CaseServices services, ExportSettings settings, CaseChecklists checklists) {
        this(services, settings);
        this.checklists = checklists;
    }

    @Override
    public List<Member> members() {
        return Endpoint.family(
                CaseRoutes::exposed,
                Member.post(
                        "/api/tasks/:id/export",
                        "case",
                        ofCase("Writes a case to the ingest folder."),
                        Endpoint.item(input -> export(input, Reason.MANUAL))),
                Member.post(
                        "/api/tasks/:id/export-version",
                        "version",
                        ofCase("Writes a case with the next version; the stored case is unchanged."),
                        Endpoint.item(input -> export(input, Reason.VERSION))),
                Member.on(
                        RouteDeclaration.of("post", "/api/tasks/cases/export-all")
                                .permitting(CaseRoles.LEADING),
                        "all",
                        ofAll(),
                        Endpoint.item(this::exportAll)),
                Member.get("/api/tasks/cases/export-stats", "stats", ofStats(), Endpoint.list(this::stats)));
    }

    private static Declaration ofCase(String sentence) {
        return CaseRequest.ofCase(sentence)
                .under(Contracts.CHANGING)
                .takes(Field.nothing())
                .answers(Contracts.changed(Answer.ok(
                        "The case and what was written.",
                        Schema.object().with("task", CaseSchemas.WHOLE).with("artifact", Artifact.SCHEMA))))
                .answers(CaseRequest.WITHOUT_LISTS)
                .build();
    }

    private static Declaration ofAll() {
        Schema counts =
                Schema.object().with("exported", COUNT).with("failed", COUNT).with("queued", COUNT);
        return Declaration.terminal()
                .describedAs("Writes all cases to the ingest folder.")
                .under(Contracts.READING)
                .under(Contracts.PRINCIPAL)
                .takes(Field.nothing())
                .answers(
                        Answer.ok("How many were written.", counts),
                        Answer.of(202, "Some are still to be written.", counts),
                        CaseRequest.WITHOUT_LISTS)
                .build();
    }

    private static Declaration ofStats() {
        return Declaration.terminal()
                .describedAs("What became of all exports.")
                .under(Contracts.LISTING)
                .answers(Answer.ok(
                        "The counts.",
                        Schema.object()
                                .with("total_exports", COUNT)
                                .with("last_export_at", Schemas.TIME.orNull())
                                .with("by_reason", Schema.map(COUNT))
                                .with("failures", COUNT)
                                .with("by_day", Schema.map(COUNT))))
                .build();
    }

    // @req:export-case
    private Reply export(Input input, Reason reason) {
        String id = input.params().text("id");
        Form.query(input).check();
        Form.body(input).check();
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            throw Refusal.notFound("case", id);
        }
        List<Map<String, @Nullable Object>> lists = Exporter.checklists(present(), id);
        String by = Principal.of(input);
        try {
            return services.idempotency().write(services.database(), input, transaction -> {
                Exported exported = exporter.export(transaction, id, lists, reason, by);
                if (exported == null) {
                    throw Refusal.notFound("case", id);
                }
                Exporter.count(transaction, reason, 1, 0);
                return Reply.ok(Data.map(
                        "task", exported.withNotes().toData(),
                        "artifact", exported.artifact().data()));
            });
        } catch (UncheckedIOException e) {
            LOG.error("{}", e.getMessage(), e.getCause());
            failed(reason);
            throw unwritable();
        }
    }

    private CaseChecklists present() {
        CaseChecklists present = checklists;
        if (present == null) {
            throw Refusal.of(
                            503,
                            "checklists_unavailable",
                            "the knowledge graph, whose checklists belong to an export, is not there",
                            "retryable",
                            true)
                    .header("Retry-After", "2");
        }
        return present;
    }

    private static Refusal unwritable() {
        return Refusal.of(
                        503,
                        "export_failed",
                        "the artifact cannot be written to the ingest folder; the log says why",
                        "retryable",
                        true)
                .header("Retry-After", "10");
    }

    private void failed(Reason reason) {
        services.database().write(transaction -> {
            Exporter.count(transaction, reason, 0, 1);
            return null;
        });
    }

    // @req:export-all
    private Reply exportAll(Input input) {
        Form.query(input).check();
        Form.body(input).check();
        CaseChecklists present = present();
        String by = Principal.of(input);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int exported = 0;
        int failed = 0;
        String after = "";
        List<String> ids;
        do {
            ids = idsAfter(after);
            for (String id : ids) {
                if (System.nanoTime() > deadline) {
                    return Reply.of(202, Data.map("exported", exported, "failed", failed, "queued", queue(after, by)));
                }
                int written = one(present, id, by);
                exported += written > 0 ? 1 : 0;
                failed += written < 0 ? 1 : 0;
                after = id;
            }
        } while (ids.size() == AT_ONCE);
        return Reply.ok(Data.map("exported", exported, "failed", failed, "queued", 0));
    }

    private List<String> idsAfter(String after) {
        return services.database()
                .read(transaction -> transaction
                        .select("SELECT id FROM cases.task WHERE id > ? ORDER BY id LIMIT ?", after, AT_ONCE)
                        .mapTo(String.class)
                        .list());
    }

    /** Returns 1 if the case was written, 0 if it was deleted, -1 if it could not be written. */
    private int one(CaseChecklists present, String id, String by) {
        List<Map<String, @Nullable Object>> lists = Exporter.checklists(present, id);
        try {
            return services.database().write(transaction -> {
                Exported written = exporter.export(transaction, id, lists, Reason.ALL, by);
                if (written != null) {
                    Exporter.count(transaction, Reason.ALL, 1, 0);
                }
                return written == null ? 0 : 1;
            });
        } catch (UncheckedIOException e) {
            LOG.error("{}", e.getMessage(), e.getCause());
            failed(Reason.ALL);
            return -1;
        }
    }

    private int queue(String after, String by) {
        return services.database()
                .write(transaction -> transaction.execute(
                        "INSERT INTO cases.export_queue (task_id, reason, requested_by)"
                                + " SELECT id, 'all', ? FROM cases.task WHERE id > ?",
                        by,
                        after));
    }

    // @req:export-stats
    private Reply stats(Input input) {
        Form.query(input).check();
        return Reply.ok(services.database().read(ExportStats::read));
    }
}
