package io.precinct.postgres;

import io.precinct.api.service.HealthCheck;
import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.SettingsSource;
import io.precinct.core.api.deploy.AdmissionCheck;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.embedded.EmbeddedPostgres;
import io.precinct.postgres.migration.Migrator;
import io.precinct.postgres.server.ExternalServer;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.settings.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the configured database and registers it as a service. This class registers its services itself, because the
 * launcher watches two properties that change: {@link Launch#PENDING} is set until every schema was migrated or failed, and
 * {@link Launch#HOPELESS} if the server will never run.
 */
@Component(
        service = {},
        immediate = true)
@OwnsSettings(file = DatabaseSettings.FILE, keys = DatabaseSettings.KEY)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.postgres.api.Databases\"",
        effective = "active")
public final class DatabaseComponent {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseComponent.class);

    private final BundleContext context;
    private final DatabaseHealth health = new DatabaseHealth();
    private final ServiceRegistration<?> state;
    private final ServiceRegistration<AdmissionCheck> admission;
    private final AutoCloseable subscription;
    /** The bundles that use the database, by their ids. */
    private final Map<Long, PooledDatabases.OfBundle> users = new ConcurrentHashMap<>();
    /** Ids of bundles that are only tried, until they are uninstalled. */
    private final Set<Long> trials = ConcurrentHashMap.newKeySet();

    private Map<String, Object> published = Map.of();
    private boolean opened;
    private volatile @Nullable PooledDatabases databases;
    private final SynchronousBundleListener stop = this::noticeStop;
    private volatile boolean stopping;
    private @Nullable ServiceRegistration<Databases> service;
    private boolean closed;

    /** Opens the database as soon as there is a configuration. */
    @Activate
    public DatabaseComponent(BundleContext context, @Reference SettingsSource settings) {
        this.context = context;
        published = state("the database waits for good settings");
        state = context.registerService(
                new String[] {HealthCheck.class.getName(), MetricSource.class.getName()},
                health,
                FrameworkUtil.asDictionary(published));
        context.addBundleListener(stop);
        admission = context.registerService(AdmissionCheck.class, new SchemaCheck(context, users, trials), null);
        subscription = settings.subscribe(DatabaseSettings.PART, file -> {
            DatabaseSettings read = DatabaseSettings.of(file);
            return () -> open(read);
        });
    }

    /**
     * Ends the waiting for a database that is not there yet once the framework stops. The domains stop before this
     * bundle does, one after the other, and each would wait for its threads that wait.
     */
    private void noticeStop(BundleEvent event) {
        if (event.getType() == BundleEvent.STOPPING && event.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID) {
            stopping = true;
            giveUpIfStopping();
        }
    }

    /** Called after either of the two fields was set, so that whichever is set last finds the other. */
    private void giveUpIfStopping() {
        PooledDatabases now = databases;
        if (stopping && now != null) {
            now.giveUp("the service is stopping");
        }
    }

    private static Map<String, Object> state(@Nullable String pending) {
        Map<String, Object> properties = new HashMap<>();
        if (pending != null) {
            properties.put(Launch.PENDING, pending);
        }
        return properties;
    }

    /** Opens the database once: later changes of its settings need a restart. */
    private synchronized void open(DatabaseSettings settings) {
        if (closed || opened) {
            return;
        }
        opened = true;
        if ("check".equals(context.getProperty(Launch.MODE))) {
            String maintenance = maintenance(settings);
            if (maintenance == null) {
                // lets domains declare their routes, which the check compares with the routes of the configuration
                var never = new PooledDatabases(new UnopenedServer(), 2);
                databases = never;
                never.giveUp("the database is not opened for this command");
                var recorded = new CheckedMigrations(settings, Maintenance.folder(dataFolder()));
                never.onChange(() -> publish(recorded.judge(never.migrations())));
                service = context.registerService(
                        Databases.class, new EachBundle(context.getBundle(), never, users, trials), null);
                publish(recorded.judge(never.migrations()));
            } else {
                publish(state(maintenance));
            }
            return;
        }
        publish(state("the database is starting"));
        var started = new PooledDatabases(server(settings), settings.connections());
        databases = started;
        giveUpIfStopping();
        health.watch(started);
        if (settings.external() == null) {
            started.recordMigrations(CheckedMigrations.file(Maintenance.folder(dataFolder())));
        }
        // Domains that waited for the service open their schemas before this returns, so that progress() below sees
        // them all.
        service = context.registerService(
                Databases.class, new EachBundle(context.getBundle(), started, users, trials), null);
        started.onChange(this::progress);
        progress();
    }

    /**
     * Notices when a bundle that uses the databases stops. This bundle itself, which writes backups, gets the databases
     * directly.
     */
    private record EachBundle(
            Bundle own, PooledDatabases all, Map<Long, PooledDatabases.OfBundle> users, Set<Long> trials)
            implements ServiceFactory<Databases> {
        @Override
        public Databases getService(Bundle bundle, ServiceRegistration<Databases> registration) {
            if (bundle.equals(own)) {
                return all;
            }
            boolean trial = trials.contains(bundle.getBundleId());
            var user = all.ofBundle(bundle.getSymbolicName() + " " + bundle.getVersion(), trial);
            users.put(bundle.getBundleId(), user);
            return user;
        }

        @Override
        public void ungetService(Bundle bundle, ServiceRegistration<Databases> registration, Databases service) {
            if (service instanceof PooledDatabases.OfBundle ended) {
                users.remove(bundle.getBundleId(), ended);
                ended.close();
            }
        }
    }

    /** Whether the database has the schemas that a bundle opened. */
    private record SchemaCheck(BundleContext context, Map<Long, PooledDatabases.OfBundle> users, Set<Long> trials)
            implements AdmissionCheck {
        @Override
        public String subject() {
            return "database";
        }

        @Override
        public String usedThrough() {
            return Databases.class.getPackageName();
        }

        @Override
        public void trial(long bundleId) {
            trials.removeIf(tried -> context.getBundle(tried) == null);
            trials.add(bundleId);
        }

        @Override
        public HealthCheck.Verdict check(long bundleId) {
            PooledDatabases.OfBundle user = users.get(bundleId);
            return user == null ? HealthCheck.Verdict.up("it uses no database") : user.verdict();
        }
    }

    private Server server(DatabaseSettings settings) {
        return settings.external() != null
                ? new ExternalServer(settings.external(), settings.direct())
                : EmbeddedPostgres.started(binaries(), Maintenance.folder(dataFolder()));
    }

    private Path binaries() {
        return Path.of(Objects.requireNonNullElseGet(
                System.getProperty("precinct.postgres.home"), () -> property(Launch.HOME) + "/lib/postgres"));
    }

    private Path dataFolder() {
        return Path.of(property(Launch.DATA_DIR));
    }

    /**
     * Begins the backup or restore that the launcher requests. Returns what the launcher has to wait for, or null if it
     * requests neither.
     */
    private @Nullable String maintenance(DatabaseSettings settings) {
        String backup = context.getProperty(Launch.BACKUP);
        String restore = context.getProperty(Launch.RESTORE);
        if (backup == null && restore == null) {
            return null;
        }
        Thread.ofPlatform().name("precinct-database-maintenance").start(() -> {
            Map<String, Object> outcome = state(null);
            try {
                if (restore == null) {
                    try (Server server = server(settings)) {
                        Maintenance.backup(server, dataFolder(), Maintenance.target(backup));
                    }
                } else if (settings.external() != null) {
                    throw new Maintenance.Impossible("cases.yml names an external database; a backup is restored into"
                            + " the embedded one: leave database: out, or use the external one's own tools");
                } else {
                    Maintenance.restore(binaries(), dataFolder(), Path.of(restore));
                }
            } catch (Maintenance.Impossible | IOException | SQLException | Migrator.Refused | RuntimeException e) {
                LOG.debug("maintenance failed", e);
                outcome.put(Launch.HOPELESS, String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                outcome.put(Launch.HOPELESS, "it was interrupted");
            }
            publish(outcome);
        });
        return restore == null ? "the backup is being written" : "the backup is being restored";
    }

    private String property(String name) {
        String value = context.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("the framework property " + name + " is not set; the launcher sets it");
        }
        return value;
    }

    private synchronized void progress() {
        if (closed || databases == null) {
            return;
        }
        Map<String, Object> properties = state(databases.pending().orElse(null));
        databases.problem().ifPresent(problem -> properties.put(Launch.HOPELESS, problem));
        publish(properties);
    }

    private synchronized void publish(Map<String, Object> properties) {
        if (!closed && !properties.equals(published)) {
            published = properties;
            state.setProperties(FrameworkUtil.asDictionary(properties));
        }
    }

    /** Unregisters the service so that the domains finish, then closes the connections and the server. */
    @Deactivate
    void close() throws Exception {
        context.removeBundleListener(stop);
        subscription.close();
        PooledDatabases running;
        ServiceRegistration<Databases> offered;
        synchronized (this) {
            closed = true;
            running = databases;
            offered = service;
        }
        admission.unregister();
        if (running != null) {
            running.giveUp("the database is closed");
        }
        if (offered != null) {
            offered.unregister();
        }
        if (running != null) {
            running.close();
        }
        state.unregister();
    }
}
