package io.precinct.cases.export;

import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.background.BackgroundWork;
import io.precinct.postgres.api.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works through the export queue. Queue rows stay locked while their cases are written, and the same transaction
 * deletes them. Other processes and other versions of this bundle skip locked rows, and take the rows over at once if
 * this worker stops or dies. A failed export is retried at growing intervals. The queue waits while no bundle provides
 * the checklists.
 */
@Component(service = ExportWorker.class, immediate = true)
public final class ExportWorker {
    private static final Logger LOG = LoggerFactory.getLogger(ExportWorker.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** Small enough to keep a transaction short, even on a slow disk. */
    private static final int AT_ONCE = 20;

    private static final Duration ABANDONED = Duration.ofHours(1);

    private static final String TAKE = "SELECT id, task_id, reason, requested_by FROM cases.export_queue"
            + " WHERE not_before <= now() ORDER BY not_before, id LIMIT ? FOR UPDATE SKIP LOCKED";

    private static final String LATER = "UPDATE cases.export_queue SET attempts = attempts + 1,"
            + " not_before = now() + least(power(2, attempts + 1), 600) * interval '1 second' WHERE id = ANY (?::bigint[])";

    private final CaseServices services;
    private final Exporter exporter;
    private final BackgroundWork background;
    private volatile boolean closing;

    /** Optional: if the cases required it, the two domains would wait for each other. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable CaseChecklists checklists;

    /** Starts a worker that runs until it is closed. */
    @Activate
    public ExportWorker(@Reference CaseServices services, @Reference ExportSettings settings) {
        this(services, settings, null);
    }

    /** As {@link #ExportWorker(CaseServices, ExportSettings)}, for use without a container. */
    public ExportWorker(CaseServices services, ExportSettings settings, @Nullable CaseChecklists checklists) {
        this.services = services;
        this.checklists = checklists;
        this.exporter = new Exporter(services, settings);
        clean(settings.ingest());
        this.background = BackgroundWork.every(INTERVAL, "precinct-export", this::drain);
    }

    private record Request(long id, String taskId, Reason reason, String by) {}

    /** Exports all requests that are due. */
    private void drain() {
        CaseChecklists present = checklists;
        while (present != null && !closing && exportBatch(present) == AT_ONCE) {
            present = checklists;
        }
    }

    private int exportBatch(CaseChecklists present) {
        return services.database().write(transaction -> {
            List<Request> requests = transaction
                    .select(TAKE, AT_ONCE)
                    .map((row, _) -> new Request(
                            row.getLong(1), row.getString(2), Reason.of(row.getString(3)), row.getString(4)))
                    .list();
            Map<String, List<Request>> byCase = new LinkedHashMap<>();
            requests.forEach(request -> byCase.computeIfAbsent(request.taskId, _ -> new ArrayList<>())
                    .add(request));
            byCase.forEach((id, some) -> exportOne(transaction, present, id, some));
            return requests.size();
        });
    }

    /** Combines several requests for one case into one export, with the reason of the last request. */
    private void exportOne(Transaction transaction, CaseChecklists present, String id, List<Request> requests) {
        Request last = requests.getLast();
        Object ids = requests.stream().map(r -> Long.toString(r.id)).toArray(String[]::new);
        try {
            var written = exporter.export(transaction, id, Exporter.checklists(present, id), last.reason, last.by);
            Exporter.count(transaction, last.reason, written == null ? 0 : 1, 0);
            transaction.execute("DELETE FROM cases.export_queue WHERE id = ANY (?::bigint[])", ids);
        } catch (UncheckedIOException e) {
            LOG.warn("{}; it is tried again", e.getMessage());
            Exporter.count(transaction, last.reason, 0, 1);
            transaction.execute(LATER, ids);
        }
    }

    /** Removes unfinished files that a crash left behind. */
    private static void clean(Path ingest) {
        if (!Files.isDirectory(ingest)) {
            return;
        }
        Instant before = Instant.now().minus(ABANDONED);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(ingest, ".*" + Artifact.UNFINISHED)) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            LOG.warn("unfinished files in {} stay: {}", ingest, e.toString());
        }
    }

    /** Stops after the export in progress. */
    @Deactivate
    public void close() {
        closing = true;
        background.close();
    }
}
