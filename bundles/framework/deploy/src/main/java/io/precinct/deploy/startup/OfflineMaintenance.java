package io.precinct.deploy.startup;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Operator;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.launch.Launch;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Journal;
import io.precinct.deploy.swap.Generations;
import io.precinct.deploy.swap.OfflineChange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one command of an operator on the records of deployments, while no instance runs on the data folder, and
 * reports its outcome to the launcher. The bundles of the distribution run meanwhile, without a listener; deployed ones
 * do not.
 */
public final class OfflineMaintenance {
    private static final Logger LOG = LoggerFactory.getLogger(OfflineMaintenance.class);
    private static final Duration STOP = Duration.ofSeconds(2);

    private final ConfigurationSource configuration;
    private final Generations generations;
    private final Journal journal;
    private final Supplier<List<BundleView>> bundles;
    private final @Nullable String fault;
    private final ServiceRegistration<OfflineMaintenance> state;
    private @Nullable Thread thread;

    /**
     * Maintenance of these generations.
     *
     * @param bundles the bundles of this container
     * @param fault why the records could not be read, or null
     */
    public OfflineMaintenance(
            BundleContext context,
            ConfigurationSource configuration,
            Generations generations,
            Journal journal,
            Supplier<List<BundleView>> bundles,
            @Nullable String fault) {
        this.configuration = configuration;
        this.generations = generations;
        this.journal = journal;
        this.bundles = bundles;
        this.fault = fault;
        this.state = context.registerService(
                OfflineMaintenance.class,
                this,
                FrameworkUtil.asDictionary(Map.of(Launch.PENDING, "the records of deployments")));
    }

    /**
     * Begins to execute a command.
     *
     * @param command see {@link Launch#DEPLOYMENTS}
     */
    public void start(String command) {
        thread = Thread.ofPlatform().daemon().name("offline-deployments").start(() -> run(command));
    }

    private void run(String command) {
        Map<String, @Nullable Object> answer;
        try {
            answer = fault != null
                    ? Data.map("error", fault)
                    : execute((Map<?, ?>) Objects.requireNonNull(Json.read(command.getBytes(StandardCharsets.UTF_8))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (MalformedJson | RuntimeException e) {
            LOG.error("the records of deployments could not be changed", e);
            answer = Data.map("error", String.valueOf(e.getMessage()));
        }
        try {
            state.setProperties(FrameworkUtil.asDictionary(Map.of(Launch.ANSWER, Json.compact(answer))));
        } catch (IllegalStateException e) {
            LOG.debug("stopped meanwhile", e);
        }
    }

    private Map<String, @Nullable Object> execute(Map<?, ?> command) throws InterruptedException {
        generations.serving().awaitLaunch();
        if (configuration.current() == null) {
            configuration.reload(); // says which names are in use; a faulty one says nothing
        }
        String action = String.valueOf(command.get("action"));
        if (action.equals("bundles")) {
            return list();
        }
        boolean force = Boolean.TRUE.equals(command.get("force"));
        String bundle = String.valueOf(command.get("bundle"));
        Outcome outcome = generations.exclusively(
                Operator.LOCAL,
                () -> generations.report(new OfflineChange(generations, force).execute(action, bundle)));
        return outcome.toData();
    }

    /** The shipped bundles and the deployed ones that the next start brings back, with the latest outcomes. */
    private Map<String, @Nullable Object> list() {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        bundles.get().forEach(view -> all.add(stopped(view.toData(), view.id())));
        for (AcceptedGeneration present : generations.ledger().present()) {
            all.add(stopped(
                    Data.map(
                            "bundle",
                            present.bundle(),
                            "version",
                            present.version(),
                            "origin",
                            "deployed",
                            "sha256",
                            present.sha256(),
                            "source",
                            present.folderFile() == null ? "command" : "folder"),
                    null));
        }
        return Data.map(
                "bundles",
                all,
                "outcomes",
                journal.outcomes().stream().map(Outcome::toData).toList());
    }

    private static Map<String, @Nullable Object> stopped(Map<String, @Nullable Object> view, @Nullable Long id) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(view);
        shown.put("id", id);
        shown.put("state", "stopped");
        return shown;
    }

    /** Ends it. */
    public void stop() throws InterruptedException {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            running.join(STOP);
        }
        state.unregister();
    }
}
