package io.precinct.deploy;

import io.precinct.core.api.deploy.Deployments;
import io.precinct.deploy.records.Journal;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.status.BundleList;
import io.precinct.deploy.store.DeploymentFolder;
import io.precinct.deploy.store.ReceivedFile;
import io.precinct.deploy.swap.Deployment;
import io.precinct.deploy.swap.Generations;
import io.precinct.deploy.swap.Rollback;
import io.precinct.deploy.swap.ShippedBundleToggle;
import io.precinct.deploy.swap.Undeployment;
import io.precinct.deploy.verify.DeploymentRefused;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deployments service: the commands of operators. Thread-safe. */
final class DeploymentService implements Deployments {
    private static final Logger LOG = LoggerFactory.getLogger(DeploymentService.class);

    private final Generations generations;
    private final DeploymentFolder folder;
    private final Journal journal;
    private final BundleList list;
    private final Operator operator;

    DeploymentService(
            Generations generations, DeploymentFolder folder, Journal journal, BundleList list, Operator operator) {
        this.generations = generations;
        this.folder = folder;
        this.journal = journal;
        this.list = list;
        this.operator = operator;
    }

    @Override
    public Deployments as(Operator other) {
        return new DeploymentService(generations, folder, journal, list, other);
    }

    @Override
    public Outcome deploy(InputStream jar, String name, boolean dryRun, List<String> replaces, boolean force) {
        long since = System.nanoTime();
        ReceivedFile received;
        try {
            received = folder.receive(jar, name, null, generations.settings().maxJarBytes());
        } catch (DeploymentRefused e) {
            return refuse(dryRun, Outcomes.refusedUnread(name, e.reasons(), since));
        } catch (IOException e) {
            List<String> reasons = List.of(name + " could not be taken in: " + e);
            return refuse(dryRun, Outcomes.refusedUnread(name, reasons, since));
        }
        try {
            return generations.exclusively(
                    operator,
                    () -> reportUnless(
                            dryRun,
                            new Deployment(generations, List.of(received), dryRun, replaces, force)
                                    .run()
                                    .getFirst()
                                    .outcome()));
        } finally {
            discard(received);
        }
    }

    /** Reports an outcome, except for that of a dry run, which leaves no trace. */
    private Outcome reportUnless(boolean dryRun, Outcome outcome) {
        return dryRun ? outcome.wantedBy(operator) : generations.report(outcome);
    }

    private Outcome refuse(boolean dryRun, Outcome outcome) {
        return generations.exclusively(operator, () -> reportUnless(dryRun, outcome));
    }

    private void discard(ReceivedFile received) {
        try {
            folder.discard(received.path());
        } catch (IOException e) {
            LOG.warn("{} could not be deleted", received.path(), e);
        }
    }

    @Override
    public Outcome rollback(String bundle, boolean force) {
        return generations.exclusively(
                operator, () -> generations.report(new Rollback(generations, force).rollback(bundle)));
    }

    @Override
    public Outcome undeploy(String bundle, boolean force) {
        return generations.exclusively(
                operator, () -> generations.report(new Undeployment(generations, force).undeploy(bundle, List.of())));
    }

    @Override
    public Outcome eject(String bundle, String reason) {
        return generations.exclusively(
                () -> generations.report(new Undeployment(generations, true).undeploy(bundle, List.of(reason))));
    }

    @Override
    public Outcome disable(String bundle, boolean force) {
        return generations.exclusively(
                operator, () -> generations.report(new ShippedBundleToggle(generations, force).disable(bundle)));
    }

    @Override
    public Outcome enable(String bundle) {
        return generations.exclusively(
                operator, () -> generations.report(new ShippedBundleToggle(generations, true).enable(bundle)));
    }

    @Override
    public List<BundleView> bundles() {
        return list.views();
    }

    @Override
    public List<Outcome> outcomes() {
        return journal.outcomes();
    }
}
