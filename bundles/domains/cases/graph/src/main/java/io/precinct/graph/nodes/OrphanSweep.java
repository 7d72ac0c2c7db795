package io.precinct.graph.nodes;

import io.precinct.cases.api.Cases;
import io.precinct.core.api.thread.LongLived;
import io.precinct.graph.nodes.Nodes.Revision;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes nodes whose case was deleted without notice to the graph, because {@link CaseNodeRemoval} was not registered
 * at that moment, in this process or in the process that deleted the case. Sweeps whenever the graph or the cases come
 * back, and at an interval to catch deletions that were in progress at that time. Thread-safe.
 */
@Component(service = OrphanSweep.class, immediate = true)
public final class OrphanSweep {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);

    private static final Duration INTERVAL = Duration.ofMinutes(10);

    /** The delay before a sweep is retried after the database was unavailable. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How long {@link #close} waits for the batch in progress. */
    private static final Duration STOP = Duration.ofSeconds(5);

    private static final int BATCH = 500;

    private final Nodes nodes;
    private final Cases cases;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /** Starts a thread that sweeps these nodes until it is closed. */
    @Activate
    public OrphanSweep(@Reference Nodes nodes, @Reference Cases cases) {
        this.nodes = nodes;
        this.cases = cases;
        thread = LongLived.unstarted("precinct-graph-orphans", LOG::error, this::run);
        thread.start();
    }

    private void run() throws InterruptedException {
        Duration pause = Duration.ZERO;
        while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
            try {
                sweep();
                pause = INTERVAL;
            } catch (DatabaseUnavailable e) {
                LOG.debug("nodes of deleted cases are looked for later: {}", e.getMessage());
                pause = RETRY;
            }
        }
    }

    private void sweep() {
        String after = "";
        List<Revision> batch;
        do {
            batch = nodes.startingWith(CaseHold.NODES_OF_CASES, after, BATCH);
            removeOrphans(batch);
            after = batch.isEmpty() ? after : batch.getLast().slug();
        } while (batch.size() == BATCH && closed.getCount() > 0);
    }

    /**
     * Removes a node only in the version that was read before the existing cases were queried: anything written later
     * belongs to a case that was created again with the same id.
     */
    private void removeOrphans(List<Revision> batch) {
        Map<String, Revision> byCase = new LinkedHashMap<>();
        for (Revision node : batch) {
            String id = CaseHold.caseOf(node.slug());
            if (id != null) {
                byCase.put(id, node);
            }
        }
        Set<String> existing = byCase.isEmpty() ? Set.of() : cases.existing(byCase.keySet());
        byCase.keySet().removeAll(existing);
        if (!byCase.isEmpty()) {
            int removed = nodes.removeUnchanged(byCase.values());
            LOG.info("removed {} nodes of cases that were deleted while the graph was absent", removed);
        }
    }

    /** Stops the thread and waits for the batch in progress. */
    @Deactivate
    public void close() {
        closed.countDown();
        try {
            if (!thread.join(STOP)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
