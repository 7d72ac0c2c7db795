package io.precinct.launcher.container;

import io.precinct.common.osgi.UnmetRequirements;
import io.precinct.launcher.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.felix.framework.FrameworkFactory;
import org.apache.felix.framework.util.FelixConstants;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.FrameworkWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An OSGi framework with the bundles of some features. Not thread-safe unless a method says otherwise. */
public final class Container {
    private static final Logger LOG = LoggerFactory.getLogger(Container.class);

    private final Framework framework;
    private final Readiness readiness;

    private Container(Framework framework, Readiness readiness) {
        this.framework = framework;
        this.readiness = readiness;
    }

    /**
     * Starts a framework without bundles.
     *
     * @param cache the folder of the framework, which is emptied first
     */
    public static Container create(Settings settings, Features features, Path cache) throws Failure {
        Framework framework =
                new FrameworkFactory().newFramework(configuration(settings, features.systemPackages(), cache));
        try {
            framework.init();
            // Before any bundle is started, because the hook sees classes only as they are loaded.
            framework.getBundleContext().registerService(WeavingHook.class, new ExitWeaver(), null);
            Readiness readiness = Readiness.watching(framework.getBundleContext());
            framework.start();
            return new Container(framework, readiness);
        } catch (BundleException e) {
            throw new Failure("the OSGi framework does not start: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> configuration(Settings settings, List<String> systemPackages, Path cache) {
        Map<String, Object> configuration = new HashMap<>(settings.properties());
        configuration.put(Constants.FRAMEWORK_STORAGE, cache.toString());
        configuration.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        // During a swap two generations of a bundle are installed, possibly with the same version.
        configuration.put(Constants.FRAMEWORK_BSNVERSION, Constants.FRAMEWORK_BSNVERSION_MULTIPLE);
        configuration.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, String.join(",", systemPackages));
        configuration.put(Constants.FRAMEWORK_BOOTDELEGATION, "");
        configuration.put(FelixConstants.IMPLICIT_BOOT_DELEGATION_PROP, "false");
        configuration.put(FelixConstants.SERVICE_URLHANDLERS_PROP, "false");
        configuration.put(FelixConstants.LOG_LOGGER_PROP, new FrameworkLog());
        configuration.put(FelixConstants.LOG_LEVEL_PROP, Integer.toString(org.apache.felix.framework.Logger.LOG_INFO));
        // The data folder is locked already.
        configuration.put("felix.cache.locking", "false");
        return configuration;
    }

    /** Reports when the container is ready. */
    public Readiness readiness() {
        return readiness;
    }

    /** The framework's own context. */
    BundleContext context() {
        return framework.getBundleContext();
    }

    /** Calls {@code action} as soon as the framework begins to stop, for whatever reason. */
    public void onStop(Runnable action) {
        context().addBundleListener((SynchronousBundleListener) event -> {
            if (event.getType() == BundleEvent.STOPPING && event.getBundle().equals(framework)) {
                action.run();
            }
        });
    }

    /**
     * Installs all bundles, then starts them in order. If one fails, the others are still started, so that all failures
     * are reported together.
     *
     * @param disabled symbolic names of bundles that are installed but not started
     * @param cancelled checked before each start; once it is true, no further bundle is started
     * @throws Failure if bundles do not start; the message names all of them with the reasons
     */
    public void start(List<Path> jars, Set<String> disabled, BooleanSupplier cancelled) throws Failure {
        List<Bundle> bundles = install(jars);
        framework.adapt(FrameworkWiring.class).resolveBundles(bundles);
        List<String> failures = new ArrayList<>();
        for (Bundle bundle : bundles) {
            if (cancelled.getAsBoolean()) {
                return;
            }
            if (bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null
                    || disabled.contains(bundle.getSymbolicName())) {
                continue;
            }
            try {
                bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
            } catch (BundleException e) {
                LOG.info("{} does not start", bundle.getSymbolicName(), e);
                failures.add(reason(bundle, e));
            }
        }
        if (!failures.isEmpty()) {
            throw new Failure(failures.size() + " of " + bundles.size() + " bundles do not start:\n  "
                    + String.join("\n  ", failures));
        }
    }

    private List<Bundle> install(List<Path> jars) throws Failure {
        List<Bundle> bundles = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Path jar : jars) {
            try {
                bundles.add(context().installBundle(location(jar)));
            } catch (BundleException e) {
                LOG.info("{} cannot be installed", jar, e);
                failures.add(jar + ": " + RootCause.deepest(e));
            }
        }
        if (!failures.isEmpty()) {
            throw new Failure(failures.size() + " of " + jars.size() + " bundles cannot be installed:\n  "
                    + String.join("\n  ", failures));
        }
        return bundles;
    }

    /**
     * A location that the framework uses in place, without a copy; it decodes the percent escapes of the path itself.
     */
    private static String location(Path jar) {
        return "reference:file:" + jar.toUri().getRawPath();
    }

    private String reason(Bundle bundle, BundleException thrown) {
        String name = bundle.getSymbolicName() + " " + bundle.getVersion();
        return switch (thrown.getType()) {
            case BundleException.RESOLVE_ERROR -> name + ": " + unresolved(bundle, thrown);
            case BundleException.ACTIVATOR_ERROR -> name + ": its activator failed: " + RootCause.deepest(thrown);
            default -> name + ": " + RootCause.deepest(thrown);
        };
    }

    private String unresolved(Bundle bundle, BundleException thrown) {
        List<String> unmet = new UnmetRequirements(context()).of(bundle);
        return unmet.isEmpty()
                ? "it does not resolve: " + UnmetRequirements.shorten(thrown.getMessage())
                : String.join("; ", unmet);
    }

    /** Installs all bundles, then starts them in order. */
    public void start(List<Path> jars, BooleanSupplier cancelled) throws Failure {
        start(jars, Set.of(), cancelled);
    }

    /** The reasons why the container is not ready: bundles, components, the configuration, the listener. */
    public List<String> diagnosis() {
        List<String> lines = new ArrayList<>(readiness.waitingFor());
        lines.addAll(new Diagnosis(context()).lines());
        return lines;
    }

    /**
     * Announces to the bundles that the container will be stopped: from now on the instance is not ready. Returns for how
     * long it should still take requests; zero if the framework stops already.
     */
    public Duration announceStop() {
        BundleContext context = framework.getBundleContext();
        if (context == null || framework.getState() != Bundle.ACTIVE) {
            return Duration.ZERO;
        }
        try {
            Map<String, Object> stops = Map.of(Settings.DRAINING, true);
            context.registerService(Object.class.getName(), new Object(), FrameworkUtil.asDictionary(stops));
            return readiness.drain();
        } catch (IllegalStateException stopped) {
            return Duration.ZERO;
        }
    }

    /**
     * Stops the listeners first, so that they finish their requests while all other bundles still run. Then stops the
     * framework, with its bundles in reverse order. Returns once everything has stopped.
     */
    public void stop() throws InterruptedException {
        for (Bundle bundle : readiness.listeners()) {
            try {
                bundle.stop(Bundle.STOP_TRANSIENT);
            } catch (BundleException | IllegalStateException e) {
                LOG.error("{} does not stop in order", bundle.getSymbolicName(), e);
            }
        }
        try {
            framework.stop();
        } catch (BundleException e) {
            LOG.error("the framework does not stop in order", e);
        }
        framework.waitForStop(0);
    }
}
