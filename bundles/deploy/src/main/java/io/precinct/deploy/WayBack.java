package io.precinct.deploy;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.Ledger.History;
import io.precinct.deploy.Refused.Fault;
import io.precinct.deploy.Shipped.Original;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/**
 * Brings earlier generations back into service; each passes everything that a new one does. Of use by whoever holds the
 * turn.
 */
final class WayBack {
    private final Generations generations;

    WayBack(Generations generations) {
        this.generations = generations;
    }

    /** The generation that served before the present one serves again; the shipped one where there is no other. */
    Outcome rollback(String bundle) {
        long since = System.nanoTime();
        try {
            History history = generations.ledger().of(bundle);
            Ledger next = generations.ledger().goBack(bundle);
            if (!history.earlier().isEmpty()) {
                return to(history.earlier().getFirst(), next, since);
            }
            Original original = generations.stage().shipped().original(bundle);
            if (original != null && history.present() != null) {
                return to(original, next, since);
            }
            Bundle serving = shippedAndServing(bundle);
            if (serving != null && history.present() != null) {
                return forget(history.present(), serving, next, since);
            }
            throw new Refused(Fault.CIRCUMSTANCES, nothingEarlier(bundle));
        } catch (Refused e) {
            return Generations.refused(new PluginJar.Identity(bundle, null), "", bundle, e.reasons(), since);
        }
    }

    private String nothingEarlier(String bundle) {
        List<String> known =
                generations.ledger().histories().keySet().stream().sorted().toList();
        return "nothing served before the present generation of " + bundle
                + (known.isEmpty()
                        ? "; no deployed generation of any bundle is kept"
                        : "; deployed generations are kept of " + String.join(", ", known));
    }

    /** Back to a generation that was accepted once. */
    Outcome to(Accepted target, Ledger next, long since) throws Refused {
        PluginJar jar = generations.stored(target);
        return to(jar, target.outcome().file(), next, since);
    }

    /** Back to the bundle of the distribution. */
    Outcome to(Original target, Ledger next, long since) throws Refused {
        PluginJar jar = generations.stored(target.bundle(), target.version(), target.sha256());
        return to(jar, target.bundle() + ".jar", next, since);
    }

    private Outcome to(PluginJar jar, String file, Ledger next, long since) throws Refused {
        Attempt attempt = generations.stage().attempt(jar);
        List<Attempt> tried = List.of(attempt);
        try {
            generations.stage().rehearse(tried, generations.settings());
            Refused refusal = attempt.refusal();
            if (refusal != null) {
                throw refusal;
            }
            return generations.swap(attempt, tried, Result.ROLLED_BACK, file, since, _ -> next);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Refused(Fault.CIRCUMSTANCES, "the deployer was stopped meanwhile");
        } finally {
            if (attempt.alive()) {
                attempt.takeBack();
            }
        }
    }

    /** The deployed generation did not come up when this process started, so the shipped one serves already. */
    private Outcome forget(Accepted present, Bundle serving, Ledger next, long since) {
        generations.update(next);
        String sha256 = generations.stage().hash(serving);
        return new Outcome(
                Result.ROLLED_BACK,
                present.bundle(),
                serving.getVersion().toString(),
                sha256 == null ? "" : sha256,
                present.bundle() + ".jar",
                present.label(),
                List.of(),
                Instant.now(),
                Generations.millis(since));
    }

    private @Nullable Bundle shippedAndServing(String bundle) {
        return generations.stage().bundles(bundle).stream()
                .filter(one -> Shipped.is(one) && one.getState() == Bundle.ACTIVE)
                .findFirst()
                .orElse(null);
    }
}
