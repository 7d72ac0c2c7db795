package io.precinct.deploy;

import io.precinct.api.service.Archetype;
import io.precinct.api.service.Archetype.Handover;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.deploy.Refused.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything a bundle must pass before it takes a request: it starts, each of its components gets what it needs and
 * really activates, the registry has room for what it offers, and it finds itself healthy. Bundles that are tried
 * together may need each other's services; what needs one that is refused is refused as well.
 */
final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);

    private final Admission admission;
    private final Plugins plugins;
    private final Supplier<List<ArchetypeSlot>> slots;

    /**
     * A rehearsal.
     *
     * @param slots the archetype slots of the configuration
     */
    Rehearsal(Admission admission, Plugins plugins, Supplier<List<ArchetypeSlot>> slots) {
        this.admission = admission;
        this.plugins = plugins;
        this.slots = slots;
    }

    /** Starts what can start. */
    void start(List<Attempt> attempts, Deadline deadline) throws InterruptedException {
        for (Attempt attempt : attempts) {
            attempt(attempt, () -> attempt.start(deadline));
        }
    }

    /** Waits until each has what it needs, to the deadline at most, and refuses those that have not. */
    void awaitReady(List<Attempt> attempts, Deadline deadline) throws InterruptedException {
        while (!allReady(attempts) && !deadline.passed()) {
            deadline.pause();
        }
        refuseUnready(attempts, deadline);
    }

    /** Whether each that is alive has what it needs; a component that failed is refused at once. */
    boolean allReady(List<Attempt> attempts) throws InterruptedException {
        boolean[] all = {true};
        for (Attempt attempt : alive(attempts)) {
            attempt(attempt, () -> all[0] &= attempt.ready());
        }
        return all[0];
    }

    /** What one of them loses by another's refusal it may lose in turn. */
    private void refuseUnready(List<Attempt> attempts, Deadline deadline) throws InterruptedException {
        int before;
        List<Attempt> alive = alive(attempts);
        do {
            before = alive.size();
            for (Attempt attempt : alive) {
                attempt(attempt, () -> {
                    if (!attempt.ready()) {
                        throw attempt.notReady(deadline);
                    }
                });
            }
            alive = alive(attempts);
        } while (alive.size() < before);
    }

    /** Activates those that are ready and asks the registry for their places. */
    void activate(List<Attempt> attempts, Deadline deadline) throws InterruptedException {
        for (Attempt attempt : alive(attempts)) {
            attempt(attempt, () -> {
                attempt.activate(deadline);
                place(attempt);
            });
        }
        refuseUnready(attempts, deadline);
    }

    /** Runs the health checks of each. */
    void checkHealth(List<Attempt> attempts, Deadline deadline) throws InterruptedException {
        for (Attempt attempt : alive(attempts)) {
            attempt(attempt, () -> {
                for (HealthCheck check :
                        admission.offer(attempt.bundle().getBundleId()).healthChecks()) {
                    healthy(check, deadline);
                }
            });
        }
        refuseUnready(attempts, deadline);
    }

    static List<Attempt> alive(List<Attempt> attempts) {
        return attempts.stream().filter(Attempt::alive).toList();
    }

    private interface Step {
        void run() throws Refused, InterruptedException;
    }

    private static void attempt(Attempt attempt, Step step) throws InterruptedException {
        try {
            step.run();
        } catch (Refused e) {
            attempt.refuse(e);
        } catch (RuntimeException e) {
            LOG.error("the container failed under {}", attempt.jar().bundle(), e);
            attempt.refuse(new Refused(Fault.CIRCUMSTANCES, "the container failed under it: " + e));
        }
    }

    /** Whether the registry and the booted archetypes let it in. */
    private void place(Attempt attempt) throws Refused {
        List<String> problems =
                new ArrayList<>(admission.offer(attempt.bundle().getBundleId()).problems());
        problems.addAll(admission.objections(attempt.bundle().getBundleId()));
        problems.addAll(bootedFor(attempt.jar().bundle()));
        Map<String, String> booted = bootedSlots();
        for (Attempt.Registered<Archetype> offered : attempt.services(Archetype.class)) {
            String name = nameOf(offered.reference());
            if (offered.service().handover() == Handover.RESTART && booted.containsKey(name)) {
                problems.add(needsRestart(name, String.valueOf(booted.get(name))));
            }
        }
        if (!problems.isEmpty()) {
            throw new Refused(Fault.CIRCUMSTANCES, problems.stream().distinct().toList());
        }
    }

    /** Why the archetypes that a bundle has booted keep it where it is; empty where they do not. */
    List<String> bootedFor(String bundle) {
        List<String> reasons = new ArrayList<>();
        bootedSlots().forEach((name, slot) -> {
            Plugin<Archetype> present = plugins.snapshot().archetypes().get(name);
            if (present != null
                    && present.generation().bundle().equals(bundle)
                    && present.service().handover() == Handover.RESTART) {
                reasons.add(needsRestart(name, slot));
            }
        });
        return reasons;
    }

    /** Slots by the name of the archetype that is booted into them. */
    private Map<String, String> bootedSlots() {
        Map<String, String> booted = new LinkedHashMap<>();
        for (ArchetypeSlot slot : slots.get()) {
            if (plugins.snapshot().archetypes().containsKey(slot.archetype())) {
                booted.put(slot.archetype(), slot.slot());
            }
        }
        return booted;
    }

    private static String needsRestart(String archetype, String slot) {
        return "the archetype " + archetype + " is booted into the slot " + slot
                + " and cannot be replaced while the process runs (Handover.RESTART); take the slot out of service.yml first,"
                + " or replace the bundle in the distribution and restart";
    }

    private static String nameOf(ServiceReference<?> reference) {
        return String.valueOf(reference.getProperty("precinct.archetype.name"));
    }

    private static void healthy(HealthCheck check, Deadline deadline) throws Refused, InterruptedException {
        String subject = subject(check);
        String waits = null;
        while (waits == null || !deadline.passed()) {
            HealthCheck.Verdict verdict = ask(check, subject, waits, deadline);
            switch (verdict.status()) {
                case UP -> {
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
            throws Refused, InterruptedException {
        try {
            return deadline.call("health check " + subject, check::check);
        } catch (TimeoutException _) {
            throw waits == null
                    ? unhealthy(
                            subject, "did not answer within " + deadline.whole().toMillis() + " ms")
                    : stillWaiting(subject, waits, deadline);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            throw unhealthy(subject, "failed: " + e);
        }
    }

    private static Refused stillWaiting(String subject, String waits, Deadline deadline) {
        return unhealthy(subject, "was still waiting after " + deadline.whole().toMillis() + " ms: " + waits);
    }

    private static String subject(HealthCheck check) throws Refused {
        try {
            return String.valueOf(check.subject());
        } catch (RuntimeException e) {
            throw unhealthy(check.getClass().getName(), "cannot say what it checks: " + e);
        }
    }

    private static Refused unhealthy(String subject, String detail) {
        return new Refused(Fault.CIRCUMSTANCES, "its health check " + subject + " " + detail);
    }
}
