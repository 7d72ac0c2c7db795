package io.precinct.deploy.status;

import io.precinct.api.service.HealthCheck;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.swap.Generations;
import io.precinct.deploy.swap.Restoration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The health check of hot deployment: every deployed bundle serves. If one does not because the database refuses it, that
 * is trouble of its own: the instance is degraded, and serves everything else. Thread-safe.
 */
public final class DeployHealth implements HealthCheck {
    private final Generations generations;
    private final Restoration restoration;
    private final @Nullable String unreadable;
    private volatile boolean restored;

    /**
     * The check.
     *
     * @param unreadable the fault of the records of an earlier process, or null
     */
    public DeployHealth(Generations generations, Restoration restoration, @Nullable String unreadable) {
        this.generations = generations;
        this.restoration = restoration;
        this.unreadable = unreadable;
    }

    public void restored() {
        restored = true;
    }

    @Override
    public String subject() {
        return "deployments";
    }

    @Override
    public Verdict check() {
        List<String> faults = new ArrayList<>();
        boolean ownTrouble = unreadable == null;
        if (unreadable != null) {
            faults.add(unreadable);
        }
        int count = generations.ledger().present().size();
        if (!restored && faults.isEmpty()) {
            return Verdict.waiting("bringing back " + count + " deployed bundles");
        }
        for (AcceptedGeneration present : generations.ledger().present()) {
            if (!generations.serves(present.bundle(), present.sha256())) {
                faults.add(restoration.failure(present));
                ownTrouble &= restoration.isInadmissible(present);
            }
        }
        if (faults.isEmpty()) {
            return Verdict.up(count + " deployed bundles serve");
        }
        String detail = String.join("; ", faults);
        return ownTrouble ? Verdict.degraded(detail) : Verdict.down(detail);
    }
}
