package io.precinct.deploy;

import io.precinct.common.osgi.UnmetRequirements;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.DeploymentRefused.Fault;
import io.precinct.deploy.Retirement.End;
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
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The container as deployments see it: what serves under a name, what is tried beside it, and the change between them. */
final class ServingBundles {
    private static final Logger LOG = LoggerFactory.getLogger(ServingBundles.class);

    /** The launcher starts the bundles of the distribution one after the other; one that is not up by then is broken. */
    private static final Duration LAUNCH = Duration.ofSeconds(10);

    /** Header by which a bundle says that it does not swap. */
    private static final String SWAP = "Precinct-Swap";

    private final BundleContext context;
    private final Components components;
    private final UnmetRequirements requirements;
    private final Admission admission;
    private final PreflightCheck preflight;
    private final Retirement retirement;
    private final BundleRestart restart;
    private final ShippedBundles shipped;
    private final LoaderWatch loaders;
    private final DisabledBundles disabled;
    private final Deadline launch = Deadline.in(LAUNCH);

    ServingBundles(
            BundleContext context,
            Components components,
            UnmetRequirements requirements,
            Admission admission,
            PreflightCheck preflight,
            LoaderWatch loaders,
            ShippedBundles shipped,
            DisabledBundles disabled) {
        this.context = context;
        this.components = components;
        this.requirements = requirements;
        this.admission = admission;
        this.preflight = preflight;
        this.retirement = new Retirement(admission, loaders);
        this.restart = new BundleRestart(components, retirement);
        this.loaders = loaders;
        this.shipped = shipped;
        this.disabled = disabled;
    }

    PreflightCheck preflight() {
        return preflight;
    }

    ShippedBundles shipped() {
        return shipped;
    }

    DisabledBundles disabled() {
        return disabled;
    }

    /** The container is stopping. */
    void abandon() {
        retirement.abandon();
    }

    /** Uninstalls what an earlier life of the deployer left staged. */
    void clear() {
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

    DeploymentAttempt attempt(PluginJar jar, NameClaims names) {
        return new DeploymentAttempt(context, components, requirements, loaders, jar, names);
    }

    /** Sends attempts through everything they must pass; those that do not are taken back and know why. */
    void preflight(List<DeploymentAttempt> attempts, DeploySettings settings) throws InterruptedException {
        for (DeploymentAttempt attempt : attempts) {
            awaitLaunch(attempt.jar().bundle());
        }
        var activation = Deadline.in(settings.activation());
        preflight.start(attempts, activation);
        preflight.awaitReady(attempts, activation.anew());
        preflight.activate(attempts, activation.anew());
        preflight.checkHealth(attempts, Deadline.in(settings.activation()));
    }

    /**
     * Waits until the launcher has started the bundle that is about to be replaced: it must not find it gone, and what
     * registers later would win.
     */
    void awaitLaunch(String bundle) throws InterruptedException {
        while (!launch.passed() && bundles(bundle).stream().anyMatch(this::notStarted)) {
            launch.pause();
        }
    }

    private boolean notStarted(Bundle bundle) {
        return ShippedBundles.is(bundle) && bundle.getState() != Bundle.ACTIVE && !lazy(bundle) && !keptBack(bundle);
    }

    private static boolean lazy(Bundle bundle) {
        return bundle.getState() == Bundle.STARTING
                && bundle.getHeaders("").get(Constants.BUNDLE_ACTIVATIONPOLICY) != null;
    }

    /** The bundles of this name that are not on their way out. */
    List<Bundle> bundles(String bundle) {
        return Arrays.stream(context.getBundles())
                .filter(one -> bundle.equals(one.getSymbolicName()) && !retirement.leaving(one))
                .toList();
    }

    /** Whether a bundle of the distribution is there and is not to run. */
    private boolean keptBack(Bundle bundle) {
        return ShippedBundles.is(bundle) && disabled.contains(String.valueOf(bundle.getSymbolicName()));
    }

    /** Those of this name that are there beside the ones being tried; a bundle that is disabled does not count. */
    List<Bundle> serving(String bundle, List<DeploymentAttempt> tried) {
        List<Bundle> serving = new ArrayList<>(bundles(bundle));
        serving.removeIf(this::keptBack);
        for (DeploymentAttempt attempt : PreflightCheck.alive(tried)) {
            serving.remove(attempt.bundle());
        }
        return serving;
    }

    /** SHA-256 of the jar a bundle was installed from, or null where that is not known. */
    @Nullable
    String hash(Bundle bundle) {
        if (ShippedBundles.is(bundle)) {
            return shipped.hash(bundle);
        }
        String[] parts = bundle.getLocation().split("[:#]", -1);
        return parts.length < 4 ? null : parts[3];
    }

    /**
     * Refuses what is no plug-in but carries the plug-ins, and what says that it does not swap while others run on it.
     *
     * @throws DeploymentRefused where the container has such a bundle of this name
     */
    void refuseFrameworkPart(String bundle) throws DeploymentRefused {
        for (Bundle present : bundles(bundle)) {
            if (staysWhileItRuns(present)) {
                throw new DeploymentRefused(
                        Fault.CIRCUMSTANCES,
                        bundle + " owns state that cannot be handed over while it runs (" + SWAP + ": restart); it is"
                                + " replaced with the distribution, by a restart");
            }
            if (present.getBundleId() == 0 || exports(present) || carries(present)) {
                throw new DeploymentRefused(
                        Fault.CIRCUMSTANCES,
                        bundle
                                + " is a part of the framework and not a plug-in; it is replaced with the"
                                + " distribution, by a restart");
            }
        }
    }

    /** Whether a bundle says that it cannot go while others run on it. */
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
        boolean plugin =
                admission.offer(bundle.getBundleId()).names().stream().anyMatch(name -> !name.startsWith("health "));
        var services = bundle.getRegisteredServices();
        return !plugin
                && services != null
                && Arrays.stream(services)
                        .flatMap(service -> Arrays.stream((String[]) service.getProperty(Constants.OBJECTCLASS)))
                        .anyMatch(type -> type.startsWith("io.precinct.core.api."));
    }

    /**
     * Lets an attempt take requests.
     *
     * @return the names that it takes from other bundles
     */
    List<Replacement> admit(DeploymentAttempt attempt, DeploySettings settings) throws DeploymentRefused, InterruptedException {
        long id = attempt.bundle().getBundleId();
        Admission.Offer offer = admission.offer(id, attempt.names().all());
        if (offer.names().isEmpty()) {
            return List.of(); // services for other bundles only: the registry has nothing to admit
        }
        if (!offer.problems().isEmpty()) {
            // One that was tried at the same time has been admitted since, and has its place now.
            throw new DeploymentRefused(Fault.CIRCUMSTANCES, offer.problems());
        }
        try {
            admission
                    .admit(id, attempt.names().all())
                    .toCompletableFuture()
                    .get(settings.activation().toMillis(), TimeUnit.MILLISECONDS);
            return offer.replaces();
        } catch (TimeoutException _) {
            throw withdrawn(
                    attempt,
                    settings,
                    "it was admitted, but its archetypes did not boot within "
                            + settings.activation().toMillis() + " ms (deploy.activation_seconds)");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw withdrawn(attempt, settings, "it was admitted and taken out again: " + cause.getMessage());
        } catch (RuntimeException | Error e) {
            throw withdrawn(attempt, settings, "the registry did not admit it: " + e);
        }
    }

    /** Takes an admitted attempt out again: what served before serves on. */
    DeploymentRefused withdrawn(DeploymentAttempt attempt, DeploySettings settings, String reason) {
        retirement.begin(attempt.surrender(), settings.drain(), End.UNINSTALLED);
        return new DeploymentRefused(Fault.CIRCUMSTANCES, reason);
    }

    /** Keeps the jars of those that belong to the distribution, to find back to. */
    void remember(List<Bundle> bundles) throws IOException {
        for (Bundle bundle : bundles) {
            if (ShippedBundles.is(bundle)) {
                shipped.remember(bundle);
            }
        }
    }

    /** Takes bundles out of service; they are uninstalled once their requests are done. */
    void retire(List<Bundle> bundles, DeploySettings settings) {
        for (Bundle bundle : bundles) {
            retirement.begin(bundle, settings.drain(), End.UNINSTALLED);
        }
    }

    /** Takes a bundle of the distribution out of service; it stays installed, and stops once its requests are done. */
    void halt(Bundle bundle, DeploySettings settings) {
        retirement.begin(bundle, settings.drain(), End.STOPPED);
    }

    /** Whether a bundle is on its way out of service. */
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

    /** Starts a bundle of the distribution again, which serves once it registers. */
    void wake(Bundle bundle, DeploySettings settings) throws DeploymentRefused, InterruptedException {
        restart.wake(bundle, settings.activation());
    }

    /** What a bundle has registered for the core, each as {@code <kind> <name>}. */
    Set<String> names(Bundle bundle) {
        return admission.offer(bundle.getBundleId()).names();
    }
}
