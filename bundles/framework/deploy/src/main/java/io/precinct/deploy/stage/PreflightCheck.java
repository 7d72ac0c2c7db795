package io.precinct.deploy.stage;

import io.precinct.api.service.Archetype;
import io.precinct.api.service.Archetype.Handover;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.deploy.AdmissionCheck;
import io.precinct.core.api.plugin.Admission;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.verify.DeploymentRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
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

    private final BundleContext context;
    private final Admission admission;
    private final ConfiguredPlugins wanted;
    private final MetricNames metrics;

    public PreflightCheck(BundleContext context, Admission admission, ConfiguredPlugins wanted) {
        this.context = context;
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
        start(bundles, false, deadline);
    }

    /**
     * Starts each bundle.
     *
     * @param trial whether nothing of what they do may last
     */
    public void start(List<StagedBundle> bundles, boolean trial, Deadline deadline) throws InterruptedException {
        for (StagedBundle staged : bundles) {
            orRefuse(staged, () -> {
                staged.install();
                if (trial) {
                    admissionChecks()
                            .forEach(check -> check.trial(staged.bundle().getBundleId()));
                }
                staged.start(deadline.anew());
            });
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

    /** Activates a bundle as far as it can be; it is not refused for what is missing. */
    public void tryToActivate(StagedBundle staged, Deadline deadline) throws InterruptedException {
        try {
            while (!staged.ready() && !deadline.passed()) {
                deadline.pause();
            }
            staged.activate(deadline.anew());
        } catch (DeploymentRefused e) {
            LOG.debug("{} is not active: {}", staged.jar().bundle(), e.reasons());
        }
    }

    /** Asks the services that have a say in bundles, such as the database, and runs the health checks of each bundle. */
    public void checkHealth(List<StagedBundle> bundles, Deadline deadline) throws InterruptedException {
        for (StagedBundle staged : alive(bundles)) {
            orRefuse(staged, () -> {
                boolean telling = true;
                for (AdmissionCheck check : admissionChecks()) {
                    telling &= admissible(check, staged, deadline.anew());
                }
                if (!telling) {
                    return;
                }
                for (HealthCheck check : offer(staged).healthChecks()) {
                    healthy(check, deadline.anew());
                }
            });
        }
        refuseUnready(bundles, deadline);
    }

    /**
     * Asks the services that have a say in bundles, and refuses those that will never work. A bundle of which that is not
     * known by the deadline is not refused.
     *
     * @return the refused bundles
     */
    public List<StagedBundle> refuseInadmissible(List<StagedBundle> bundles, Deadline deadline)
            throws InterruptedException {
        List<StagedBundle> refused = new ArrayList<>();
        for (StagedBundle staged : alive(bundles)) {
            for (AdmissionCheck check : admissionChecks()) {
                HealthCheck.Verdict verdict = decided(check, staged, deadline);
                if (verdict.status() == HealthCheck.Status.DOWN && staged.alive()) {
                    staged.refuse(inadmissible(check, verdict));
                    refused.add(staged);
                }
            }
        }
        return refused;
    }

    /** Whether the bundle can work, so that its health checks tell something. */
    private static boolean admissible(AdmissionCheck check, StagedBundle staged, Deadline deadline)
            throws DeploymentRefused, InterruptedException {
        HealthCheck.Verdict verdict = decided(check, staged, deadline);
        return switch (verdict.status()) {
            case UP -> true;
            case DEGRADED -> {
                staged.note(verdict.detail());
                yield false;
            }
            case DOWN -> throw inadmissible(check, verdict);
            case WAITING ->
                throw DeploymentRefused.circumstances(
                        "the " + check.subject() + " was not ready" + deadline.within() + ": " + verdict.detail());
        };
    }

    private static HealthCheck.Verdict decided(AdmissionCheck check, StagedBundle staged, Deadline deadline)
            throws InterruptedException {
        HealthCheck.Verdict verdict = check.check(staged.bundle().getBundleId());
        while (verdict.status() == HealthCheck.Status.WAITING && !deadline.passed()) {
            deadline.pause();
            verdict = check.check(staged.bundle().getBundleId());
        }
        return verdict;
    }

    private static DeploymentRefused inadmissible(AdmissionCheck check, HealthCheck.Verdict verdict) {
        return DeploymentRefused.circumstances("the " + check.subject() + " refuses it: " + verdict.detail());
    }

    /** The packages through which bundles use what has a say in them. */
    public List<String> packagesWithASay() {
        return admissionChecks().stream().map(AdmissionCheck::usedThrough).toList();
    }

    /** The services that have a say. They are parts of Precinct, so their answers are trusted. */
    private List<AdmissionCheck> admissionChecks() {
        List<AdmissionCheck> checks = new ArrayList<>();
        try {
            for (ServiceReference<AdmissionCheck> reference :
                    context.getServiceReferences(AdmissionCheck.class, null)) {
                AdmissionCheck check = context.getService(reference);
                if (check != null) {
                    checks.add(check);
                }
            }
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("no filter cannot be wrong", e);
        }
        return checks;
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
