package io.precinct.deploy.stage;

import io.precinct.api.service.Archetype;
import io.precinct.api.service.Archetype.Handover;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.plugin.Admission;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.verify.DeploymentRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks that a bundle must pass before it takes a request: it starts, the references of its components are
 * satisfied and they activate, its names are free in the registry, and its own health checks succeed. Bundles that are
 * tried together may need each other's services; if one is refused, those that need it are refused as well.
 */
public final class PreflightCheck {
    private static final Logger LOG = LoggerFactory.getLogger(PreflightCheck.class);

    private final Admission admission;
    private final ConfiguredPlugins wanted;
    private final MetricNames metrics;

    public PreflightCheck(BundleContext context, Admission admission, ConfiguredPlugins wanted) {
        this.admission = admission;
        this.wanted = wanted;
        this.metrics = new MetricNames(context);
    }

    /** The plug-ins that the configuration uses. */
    public ConfiguredPlugins wanted() {
        return wanted;
    }

    /**
     * Starts each bundle. Each one has the whole time of the deadline for itself, so that a bundle that hangs does not
     * shorten the time of the others.
     */
    public void start(List<StagedBundle> bundles, Deadline deadline) throws InterruptedException {
        for (StagedBundle staged : bundles) {
            orRefuse(staged, () -> staged.start(deadline.anew()));
        }
    }

    /** Waits until all bundles are ready, at most until the deadline, and refuses those that are not. */
    public void awaitReady(List<StagedBundle> bundles, Deadline deadline) throws InterruptedException {
        while (!allReady(bundles) && !deadline.passed()) {
            deadline.pause();
        }
        refuseUnready(bundles, deadline);
    }

    /**
     * Whether all bundles that were not refused are ready. A bundle with a component that failed is refused at once.
     */
    public boolean allReady(List<StagedBundle> bundles) throws InterruptedException {
        boolean[] all = {true};
        for (StagedBundle staged : alive(bundles)) {
            orRefuse(staged, () -> all[0] &= staged.ready());
        }
        return all[0];
    }

    /**
     * Refuses bundles that are not ready, until none is left: each refusal may remove a service that another one needs.
     */
    private void refuseUnready(List<StagedBundle> bundles, Deadline deadline) throws InterruptedException {
        int before;
        List<StagedBundle> alive = alive(bundles);
        do {
            before = alive.size();
            for (StagedBundle staged : alive) {
                orRefuse(staged, () -> {
                    if (!staged.ready()) {
                        throw staged.notReady(deadline);
                    }
                });
            }
            alive = alive(bundles);
        } while (alive.size() < before);
    }

    /** Activates the bundles that are ready, and checks their names against the registry. */
    public void activate(List<StagedBundle> bundles, Deadline deadline) throws InterruptedException {
        for (StagedBundle staged : alive(bundles)) {
            orRefuse(staged, () -> {
                staged.activate(deadline.anew());
                staged.declare(admission, deadline.anew());
                checkNames(staged, deadline.anew());
            });
        }
        refuseUnready(bundles, deadline);
    }

    /** Runs the health checks of each bundle. */
    public void checkHealth(List<StagedBundle> bundles, Deadline deadline) throws InterruptedException {
        for (StagedBundle staged : alive(bundles)) {
            orRefuse(staged, () -> {
                for (HealthCheck check : offer(staged).healthChecks()) {
                    healthy(check, deadline.anew());
                }
            });
        }
        refuseUnready(bundles, deadline);
    }

    /** What a staged bundle offers, and what it takes from other bundles. */
    public Admission.Offer offer(StagedBundle staged) {
        return admission.offer(staged.bundle().getBundleId(), staged.names().all());
    }

    public static List<StagedBundle> alive(List<StagedBundle> bundles) {
        return bundles.stream().filter(StagedBundle::alive).toList();
    }

    private interface Step {
        void run() throws DeploymentRefused, InterruptedException;
    }

    private static void orRefuse(StagedBundle staged, Step step) throws InterruptedException {
        try {
            step.run();
        } catch (DeploymentRefused e) {
            staged.refuse(e);
        } catch (RuntimeException | Error e) {
            // Whatever the failure is, the staged bundle must be uninstalled, and the others must still be tried.
            LOG.error("the container failed under {}", staged.jar().bundle(), e);
            staged.refuse(DeploymentRefused.circumstances("the container failed under it: " + e));
        }
    }

    /**
     * Checks the names of a bundle against the registry and the booted archetypes.
     *
     * @throws DeploymentRefused with every problem
     */
    private void checkNames(StagedBundle staged, Deadline deadline) throws DeploymentRefused, InterruptedException {
        Admission.Offer offer = offer(staged);
        staged.names().check(offer.names());
        List<String> problems = new ArrayList<>(offer.problems());
        problems.addAll(metrics.problems(staged, deadline));
        problems.addAll(admission.objections(staged.bundle().getBundleId()));
        problems.addAll(wanted.bootedFor(staged.jar().bundle()));
        Map<String, String> booted = wanted.bootedSlots();
        for (StagedBundle.Registered<Archetype> offered : staged.services(Archetype.class)) {
            String name = nameOf(offered.reference());
            if (offered.service().handover() == Handover.RESTART && booted.containsKey(name)) {
                problems.add(ConfiguredPlugins.needsRestart(name, String.valueOf(booted.get(name))));
            }
        }
        if (!problems.isEmpty()) {
            throw DeploymentRefused.circumstances(problems.stream().distinct().toList());
        }
    }

    private static String nameOf(ServiceReference<?> reference) {
        return String.valueOf(reference.getProperty("precinct.archetype.name"));
    }

    private static void healthy(HealthCheck check, Deadline deadline) throws DeploymentRefused, InterruptedException {
        String subject = subject(check);
        String waits = null;
        while (waits == null || !deadline.passed()) {
            HealthCheck.Verdict verdict = ask(check, subject, waits, deadline);
            switch (verdict.status()) {
                case UP, DEGRADED -> {
                    return;
                }
                case DOWN -> throw unhealthy(subject, "says " + verdict.detail());
                case WAITING -> waits = verdict.detail();
            }
            deadline.pause();
        }
        throw stillWaiting(subject, waits, deadline);
    }

    private static HealthCheck.Verdict ask(HealthCheck check, String subject, @Nullable String waits, Deadline deadline)
            throws DeploymentRefused, InterruptedException {
        try {
            return deadline.call("health check " + subject, check::check);
        } catch (TimeoutException _) {
            throw waits == null
                    ? unhealthy(
                            subject, "did not answer within " + deadline.whole().toMillis() + " ms")
                    : stillWaiting(subject, waits, deadline);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            throw unhealthy(subject, "failed: " + e);
        }
    }

    private static DeploymentRefused stillWaiting(String subject, String waits, Deadline deadline) {
        return unhealthy(subject, "was still waiting after " + deadline.whole().toMillis() + " ms: " + waits);
    }

    private static String subject(HealthCheck check) throws DeploymentRefused {
        try {
            return String.valueOf(check.subject());
        } catch (RuntimeException | Error e) {
            throw unhealthy(check.getClass().getName(), "cannot say what it checks: " + e);
        }
    }

    private static DeploymentRefused unhealthy(String subject, String detail) {
        return DeploymentRefused.circumstances("its health check " + subject + " " + detail);
    }
}
