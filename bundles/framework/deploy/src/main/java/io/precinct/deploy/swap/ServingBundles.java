package io.precinct.deploy.swap;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.drain.BundleRestart;
import io.precinct.deploy.drain.Retirement;
import io.precinct.deploy.drain.Retirement.End;
import io.precinct.deploy.records.DisabledBundles;
import io.precinct.deploy.records.ShippedBundles;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.stage.NameClaims;
import io.precinct.deploy.stage.PreflightCheck;
import io.precinct.deploy.stage.StagedBundle;
import io.precinct.deploy.stage.Staging;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bundles of the container: which of them serve under a name, how a new one is admitted and the old one retired.
 */
public final class ServingBundles {
    private static final Logger LOG = LoggerFactory.getLogger(ServingBundles.class);

    /** How long the launcher may take to start a bundle of the distribution; a bundle that takes longer is broken. */
    private static final Duration LAUNCH = Duration.ofSeconds(10);

    /** Manifest header of a bundle that cannot be swapped. */
    private static final String SWAP = "Precinct-Swap";

    private static final ServiceReference<?>[] NONE = {};

    private final BundleContext context;
    private final Staging staging;
    private final Admission admission;
    private final PreflightCheck preflight;
    private final Retirement retirement;
    private final BundleRestart restart;
    private final ShippedBundles shipped;
    private final DisabledBundles disabled;
    private final Deadline launch = Deadline.in(LAUNCH);

    public ServingBundles(
            BundleContext context,
            Staging staging,
            Admission admission,
            PreflightCheck preflight,
            Retirement retirement,
            BundleRestart restart,
            ShippedBundles shipped,
            DisabledBundles disabled) {
        this.context = context;
        this.staging = staging;
        this.admission = admission;
        this.preflight = preflight;
        this.retirement = retirement;
        this.restart = restart;
        this.shipped = shipped;
        this.disabled = disabled;
    }

    PreflightCheck preflight() {
        return preflight;
    }

    public ShippedBundles shipped() {
        return shipped;
    }

    public DisabledBundles disabled() {
        return disabled;
    }

    /** From now on, uninstalls nothing: the container is stopping. */
    public void abandon() {
        retirement.abandon();
    }

    /** Uninstalls the bundles that an earlier instance of the deployer left staged. */
    public void clear() {
        for (Bundle bundle : context.getBundles()) {
            if (!ShippedBundles.is(bundle)) {
                try {
                    bundle.uninstall();
                } catch (BundleException e) {
                    LOG.warn("the left-over bundle {} could not be uninstalled", bundle, e);
                }
            }
        }
    }

    StagedBundle stage(PluginJar jar, NameClaims names) {
        return staging.stage(jar, names);
    }

    /** Runs every check on staged bundles; those that fail one are taken back, with their refusal set. */
    void preflight(List<StagedBundle> bundles, DeploySettings settings) throws InterruptedException {
        preflight(bundles, false, settings);
    }

    /**
     * The same.
     *
     * @param trial whether nothing of what the bundles do may last
     */
    void preflight(List<StagedBundle> bundles, boolean trial, DeploySettings settings) throws InterruptedException {
        for (StagedBundle staged : bundles) {
            awaitLaunch(staged.jar().bundle());
        }
        var activation = Deadline.in(settings.activation());
        preflight.start(bundles, trial, activation);
        preflight.awaitReady(bundles, activation.anew());
        preflight.activate(bundles, activation.anew());
        preflight.checkHealth(bundles, Deadline.in(settings.activation()));
    }

    /**
     * Waits until the launcher has started the bundle that is about to be replaced. Otherwise the launcher would not
     * find the bundle, or would start it later, and of two services the one registered later would win.
     */
    void awaitLaunch(String bundle) throws InterruptedException {
        while (!launch.passed() && bundles(bundle).stream().anyMatch(this::awaitsStart)) {
            launch.pause();
        }
    }

    /** Waits until the launcher has started every bundle of the distribution, at most for a while. */
    public void awaitLaunch() throws InterruptedException {
        while (!launch.passed() && Arrays.stream(context.getBundles()).anyMatch(this::awaitsStart)) {
            launch.pause();
        }
    }

    private boolean awaitsStart(Bundle bundle) {
        return ShippedBundles.is(bundle)
                && bundle.getState() != Bundle.ACTIVE
                && bundle.getHeaders("").get(Constants.FRAGMENT_HOST) == null
                && !isLazy(bundle)
                && !isDisabled(bundle);
    }

    private static boolean isLazy(Bundle bundle) {
        return bundle.getState() == Bundle.STARTING
                && bundle.getHeaders("").get(Constants.BUNDLE_ACTIVATIONPOLICY) != null;
    }

    /** The bundles of this name that are not being retired. */
    List<Bundle> bundles(String bundle) {
        return Arrays.stream(context.getBundles())
                .filter(one -> bundle.equals(one.getSymbolicName()) && !retirement.leaving(one))
                .toList();
    }

    /** Whether a bundle belongs to the distribution and is disabled. */
    private boolean isDisabled(Bundle bundle) {
        return ShippedBundles.is(bundle) && disabled.contains(String.valueOf(bundle.getSymbolicName()));
    }

    /** The bundles of this name, except for bundles that are being tried and disabled ones. */
    List<Bundle> serving(String bundle, List<StagedBundle> tried) {
        List<Bundle> serving = new ArrayList<>(bundles(bundle));
        serving.removeIf(this::isDisabled);
        for (StagedBundle staged : PreflightCheck.alive(tried)) {
            serving.remove(staged.bundle());
        }
        return serving;
    }

    /** SHA-256 of the jar a bundle was installed from, or null if that is not known. */
    @Nullable
    public String hash(Bundle bundle) {
        if (ShippedBundles.is(bundle)) {
            return shipped.hash(bundle);
        }
        String[] parts = bundle.getLocation().split("[:#]", -1);
        return parts.length < 4 ? null : parts[3];
    }

    /**
     * Refuses to replace a part of the framework, or a bundle whose header states that it cannot be swapped.
     *
     * @throws DeploymentRefused if a bundle of this name is one of these
     */
    void refuseFrameworkPart(String bundle) throws DeploymentRefused {
        for (Bundle present : bundles(bundle)) {
            if (staysWhileItRuns(present)) {
                throw DeploymentRefused.circumstances(bundle + " owns state that cannot be handed over while it runs ("
                        + SWAP + ": restart); it is replaced with the distribution, by a restart");
            }
            if (present.getBundleId() == 0 || exports(present) || carries(present)) {
                throw DeploymentRefused.circumstances(bundle
                        + " is a part of the framework and not a plug-in; it is replaced with the"
                        + " distribution, by a restart");
            }
        }
    }

    /** Whether the header of a bundle states that only a restart can replace it. */
    static boolean staysWhileItRuns(Bundle bundle) {
        return "restart".equals(bundle.getHeaders("").get(SWAP));
    }

    private static boolean exports(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision != null
                && !revision.getDeclaredCapabilities(BundleRevision.PACKAGE_NAMESPACE)
                        .isEmpty();
    }

    private boolean carries(Bundle bundle) {
        boolean plugin = admission.names(bundle.getBundleId()).stream().anyMatch(name -> !name.startsWith("health "));
        return !plugin
                && Arrays.stream(services(bundle))
                        .flatMap(service -> Arrays.stream((String[]) service.getProperty(Constants.OBJECTCLASS)))
                        .anyMatch(type -> type.startsWith("io.precinct.core.api."));
    }

    /** The services of a bundle; none if the bundle, such as a drained generation, was uninstalled meanwhile. */
    static ServiceReference<?>[] services(Bundle bundle) {
        try {
            ServiceReference<?>[] services = bundle.getRegisteredServices();
            return services == null ? NONE : services;
        } catch (IllegalStateException uninstalled) {
            return NONE;
        }
    }

    /**
     * Admits a staged bundle, so that it takes requests.
     *
     * @return the names that it takes from other bundles
     */
    List<Replacement> admit(StagedBundle staged, DeploySettings settings)
            throws DeploymentRefused, InterruptedException {
        long id = staged.bundle().getBundleId();
        Admission.Offer offer = admission.offer(id, staged.names().all());
        if (offer.names().isEmpty()) {
            return List.of(); // services for other bundles only: the registry has nothing to admit
        }
        if (!offer.problems().isEmpty()) {
            // Another bundle of the same batch was admitted first and has the name now.
            throw DeploymentRefused.circumstances(offer.problems());
        }
        var activation = Deadline.in(settings.activation());
        try {
            admission
                    .admit(id, staged.names().all())
                    .toCompletableFuture()
                    .get(activation.remainingNanos(), TimeUnit.NANOSECONDS);
            return offer.replaces();
        } catch (TimeoutException _) {
            String late = "it was admitted, but its archetypes did not boot" + activation.within();
            throw withdrawn(staged, settings, late);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw withdrawn(staged, settings, "it was admitted and taken out again: " + cause.getMessage());
        } catch (RuntimeException | Error e) {
            throw withdrawn(staged, settings, "the registry did not admit it: " + e);
        }
    }

    /** Retires a bundle that was just admitted, and returns its refusal; the previous generation still serves. */
    DeploymentRefused withdrawn(StagedBundle staged, DeploySettings settings, String reason) {
        retirement.begin(staged.detachBundle(), settings.drain(), End.UNINSTALLED);
        return DeploymentRefused.circumstances(reason);
    }

    /** Keeps the jars of bundles of the distribution, for a rollback. */
    void remember(List<Bundle> bundles) throws IOException {
        for (Bundle bundle : bundles) {
            if (ShippedBundles.is(bundle)) {
                shipped.remember(bundle);
            }
        }
    }

    /** Retires bundles; they are uninstalled once their requests have ended. */
    void retire(List<Bundle> bundles, DeploySettings settings) {
        for (Bundle bundle : bundles) {
            retirement.begin(bundle, settings.drain(), End.UNINSTALLED);
        }
    }

    /** Retires a bundle of the distribution; it stays installed, and is stopped once its requests have ended. */
    void halt(Bundle bundle, DeploySettings settings) {
        retirement.begin(bundle, settings.drain(), End.STOPPED);
    }

    /** Whether a bundle is being retired. */
    boolean leaving(Bundle bundle) {
        return retirement.leaving(bundle);
    }

    /** The bundle of this name as the launcher installed it, or null. */
    @Nullable
    Bundle installed(String bundle) {
        return Arrays.stream(context.getBundles())
                .filter(one -> bundle.equals(one.getSymbolicName()) && ShippedBundles.is(one))
                .findFirst()
                .orElse(null);
    }

    /** Starts a bundle of the distribution again, which serves once it registers its services. */
    void restart(Bundle bundle, DeploySettings settings) throws DeploymentRefused, InterruptedException {
        restart.restart(bundle, settings.activation());
    }

    /** What a bundle has registered for the core, each as {@code <kind> <name>}. */
    Set<String> names(Bundle bundle) {
        return admission.names(bundle.getBundleId());
    }
}
