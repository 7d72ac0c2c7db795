package io.precinct.dependencies.importer;

import io.precinct.core.api.thread.LongLived;
import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.importer.ImportReport.State;
import io.precinct.dependencies.importer.read.Fault;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.Sources;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports repositories one after another on its own thread: repositories that serve a new commit, and repositories that
 * a request names. Only the graph stores what was imported; this class stores only the results of the last imports.
 * Thread-safe.
 */
@Component(service = Importer.class, immediate = true)
public final class Importer {
    private static final Logger LOG = LoggerFactory.getLogger(Importer.class);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);
    private static final Duration PAUSE_WHILE_CLONING = Duration.ofMillis(500);
    private static final Set<String> CLONING = Set.of("queued", "cloning");
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(10);
    private static final int MOST_LOGGED = 20;
    private static final String WENT = "the repository was removed or deselected before it was imported";

    private final Sources sources;
    private final ProducedEvents events;
    private final ImportSettings settings;
    private final RepositoryImport imports;
    private final AutoCloseable commits;
    private final ImportSettings.Listening changes;
    private final Map<String, ImportReport> last = new ConcurrentHashMap<>();
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition asked = lock.newCondition();
    /** Guarded by the lock. */
    private final Map<Task, CompletableFuture<ImportReport>> waiting = new LinkedHashMap<>();
    /** Tasks whose repository is still being cloned; guarded by the lock. */
    private final Map<Task, CompletableFuture<ImportReport>> parked = new LinkedHashMap<>();
    /** Imports to retry after a pause; guarded by the lock. */
    private final Set<Task> failed = new LinkedHashSet<>();
    /** Guarded by the lock. */
    private boolean closed;

    /** @param gone whether the repository was not {@link #selected} when the import was requested: its edges are withdrawn */
    private record Task(String repository, boolean dryRun, boolean gone) {}

    /** Starts an importer that follows these repositories. */
    @Activate
    public Importer(@Reference Sources sources, @Reference ProducedEvents events, @Reference ImportSettings settings) {
        this.sources = sources;
        this.events = events;
        this.settings = settings;
        imports = new RepositoryImport(events);
        thread = LongLived.start("precinct-dependencies-import", LOG::error, this::work);
        changes = settings.onChange(this::importAll);
        commits = sources.onCommit(this::committed);
        importAll();
    }

    private void importAll() {
        sources.repositories().forEach(repository -> committed(repository.name()));
    }

    private void committed(String repository) {
        follow(new Task(repository, false, false));
    }

    private void follow(Task task) {
        ImportRules rules = settings.now();
        if (rules.onRefresh() && rules.imports(task.repository)) {
            submit(task);
        }
    }

    /**
     * Imports a repository, or joins an import that has not begun.
     *
     * @param dryRun whether to append nothing
     * @return a future that completes with the report, also after a failure
     */
    CompletableFuture<ImportReport> submit(String repository, boolean dryRun) {
        return submit(new Task(repository, dryRun, selected(repository) == null));
    }

    private CompletableFuture<ImportReport> submit(Task task) {
        lock.lock();
        try {
            if (closed) {
                return CompletableFuture.completedFuture(
                        ImportReport.failed(task.repository, task.dryRun, "the importer is being stopped"));
            }
            asked.signal();
            CompletableFuture<ImportReport> report = parked.get(task);
            return report != null ? report : waiting.computeIfAbsent(task, _ -> new CompletableFuture<>());
        } finally {
            lock.unlock();
        }
    }

    /** Returns the repositories that are imported, in the order of the configuration. */
    List<String> imported() {
        ImportRules rules = settings.now();
        return sources.repositories().stream()
                .map(Repository::name)
                .filter(rules::imports)
                .toList();
    }

    /** Returns a repository; null if it is not configured, or if the settings leave it out. */
    private @Nullable Repository selected(String name) {
        return settings.deselects(name) ? null : sources.repository(name);
    }

    /** Returns repositories that still assert edges but are no longer imported. */
    List<String> gone() {
        return events.producers().stream()
                .map(producer -> producer.substring(ProducedEvents.IMPORT.length()))
                .filter(name -> selected(name) == null)
                .toList();
    }

    /** Returns the report of the last import of a repository, or null if there was none since the start. */
    @Nullable
    ImportReport last(String repository) {
        return last.get(repository);
    }

    private void work() throws InterruptedException {
        while (true) {
            Task task = await();
            unpark();
            if (task == null || park(task)) {
                continue;
            }
            CompletableFuture<ImportReport> report = taken(task);
            ImportReport done = ImportReport.failed(task.repository, task.dryRun, "it ended early; the log says why");
            try {
                done = run(task);
            } finally {
                if (!task.dryRun) {
                    last.put(task.repository, done);
                }
                report.complete(done);
            }
        }
    }

    /**
     * Waits for the next task, or for a while if some are put aside; returns null then. After a pause without requests,
     * retries repositories whose import failed.
     */
    private @Nullable Task await() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty()) {
                if (!parked.isEmpty()) {
                    boolean ignored = asked.await(PAUSE_WHILE_CLONING.toMillis(), TimeUnit.MILLISECONDS);
                    return null;
                }
                if (failed.isEmpty()) {
                    asked.await();
                } else if (!asked.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS)) {
                    List<Task> again = List.copyOf(failed);
                    failed.clear();
                    again.forEach(this::follow);
                }
            }
            return waiting.keySet().iterator().next();
        } finally {
            lock.unlock();
        }
    }

    /** Puts a task aside while its repository is being cloned; returns whether it did. */
    private boolean park(Task task) {
        if (!isCloning(task.repository)) {
            return false;
        }
        lock.lock();
        try {
            CompletableFuture<ImportReport> report = waiting.remove(task);
            if (report != null) {
                parked.put(task, report);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes up again what waited for repositories that are there now or have failed, and ends what waited for those that went. */
    private void unpark() {
        List<Task> tasks;
        lock.lock();
        try {
            tasks = List.copyOf(parked.keySet());
        } finally {
            lock.unlock();
        }
        // Asked without the lock: a repository that tells of a commit may wait for it.
        for (Task task : tasks) {
            boolean gone = selected(task.repository) == null;
            if (gone || !isCloning(task.repository)) {
                unpark(task, gone);
            }
        }
    }

    /** @param gone whether it is not run: an import of a repository that is gone withdraws its edges, only if asked to */
    private void unpark(Task task, boolean gone) {
        lock.lock();
        try {
            CompletableFuture<ImportReport> report = parked.remove(task);
            if (report != null && gone) {
                report.complete(ImportReport.failed(task.repository, task.dryRun, WENT));
            } else if (report != null) {
                waiting.putIfAbsent(task, report);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isCloning(String name) {
        Repository repository = selected(name);
        return repository != null && CLONING.contains(repository.status().state());
    }

    private CompletableFuture<ImportReport> taken(Task task) {
        lock.lock();
        try {
            CompletableFuture<ImportReport> report = waiting.remove(task);
            return report == null ? new CompletableFuture<>() : report;
        } finally {
            lock.unlock();
        }
    }

    private ImportReport run(Task task) throws InterruptedException {
        try {
            Repository repository = selected(task.repository);
            if (repository == null && !task.gone) {
                return ImportReport.failed(task.repository, task.dryRun, WENT);
            }
            ImportReport report = imports.run(task.repository, repository, settings.now(), task.dryRun);
            log(report);
            return report;
        } catch (SourceFault e) {
            // a notification follows once the repository can be read again, and waiting does not turn a folder into a
            // git repository
            LOG.debug("repository {} is not imported", task.repository, e);
            return ImportReport.failed(task.repository, task.dryRun, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            ImportReport before = last.get(task.repository);
            if (before == null || before.state() != State.FAILED) {
                LOG.warn("repository {} is not imported, and tried again: {}", task.repository, e.getMessage(), e);
            }
            if (!task.dryRun) {
                again(task);
            }
            return ImportReport.failed(task.repository, task.dryRun, String.valueOf(e.getMessage()));
        }
    }

    private void again(Task task) {
        lock.lock();
        try {
            failed.add(task);
        } finally {
            lock.unlock();
        }
    }

    private static void log(ImportReport report) {
        if (report.dryRun()) {
            return;
        }
        if (report.asserted() + report.withdrawn() > 0) {
            LOG.info(
                    "repository {}: {} edges at {}, {} asserted, {} withdrawn, {} kept",
                    report.repository(),
                    report.edges(),
                    report.commit(),
                    report.asserted(),
                    report.withdrawn(),
                    report.kept());
        }
        for (Fault fault : report.faults().stream().limit(MOST_LOGGED).toList()) {
            LOG.warn("repository {}: {}:{}: {}", report.repository(), fault.path(), fault.line(), fault.message());
        }
    }

    /** Stops. A running import is abandoned as a whole, and the next process catches up. */
    @Deactivate
    public void close() throws Exception {
        commits.close();
        changes.close();
        lock.lock();
        try {
            closed = true;
            waiting.forEach((task, report) -> report.complete(
                    ImportReport.failed(task.repository, task.dryRun, "the importer is being stopped")));
            waiting.clear();
            parked.forEach((task, report) -> report.complete(
                    ImportReport.failed(task.repository, task.dryRun, "the importer is being stopped")));
            parked.clear();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
        boolean ignored = thread.join(PATIENCE_AT_END);
    }
}
