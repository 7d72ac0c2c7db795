package io.precinct.deploy.swap;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.deploy.Deployments.Operator;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Journal;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.LedgerFile;
import io.precinct.deploy.records.OutcomeSentence;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.stage.StagedBundle;
import io.precinct.deploy.store.DeploymentFolder;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which generation of each bundle serves. Every change has the same steps: the new generation is admitted, the ledger
 * is written, and the old generation is retired. If a step fails, the old generation has never stopped serving.
 * Thread-safe as long as every change is made {@link #exclusively}.
 */
public final class Generations {
    private static final Logger LOG = LoggerFactory.getLogger(Generations.class);

    private final ServingBundles serving;
    private final DeploymentFolder folder;
    private final LedgerFile file;
    private final Journal journal;
    private final Supplier<DeploySettings> settings;
    private final Absences absences = new Absences();
    private final ReentrantLock lock = new ReentrantLock(true);
    private volatile Ledger ledger;
    /** Who requested the change under way; guarded by the lock. */
    private Operator operator = Operator.SERVICE;

    public Generations(
            ServingBundles serving,
            DeploymentFolder folder,
            LedgerFile file,
            Ledger ledger,
            Journal journal,
            Supplier<DeploySettings> settings) {
        this.serving = serving;
        this.folder = folder;
        this.file = file;
        this.ledger = ledger;
        this.journal = journal;
        this.settings = settings;
    }

    public Ledger ledger() {
        return ledger;
    }

    /** Runs a change of the serving generations. Changes run one at a time, in the order of the calls. */
    public <T> T exclusively(Supplier<T> change) {
        lock.lock();
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #exclusively(Supplier)}; the outcomes name {@code operator} as the one who requested the change. */
    public <T> T exclusively(Operator operator, Supplier<T> change) {
        return exclusively(() -> {
            Operator before = this.operator;
            this.operator = operator;
            try {
                return change.get();
            } finally {
                this.operator = before;
            }
        });
    }

    public ServingBundles serving() {
        return serving;
    }

    /** Why accepted generations did not come back. */
    Absences absences() {
        return absences;
    }

    public DeploySettings settings() {
        return settings.get();
    }

    /** Whether a bundle from exactly this jar already serves. */
    public boolean serves(String bundle, String sha256) {
        return serving.bundles(bundle).stream()
                .anyMatch(one -> one.getState() == Bundle.ACTIVE && sha256.equals(serving.hash(one)));
    }

    /**
     * Swaps to a bundle that passed every check.
     *
     * @param tried all bundles of the same batch, this one included: they do not serve yet
     * @param result result of the outcome
     * @param file name of the file, for messages
     * @param since when the file was complete, in nanoseconds of {@link System#nanoTime()}
     * @param force whether names that the configuration uses may be removed; the outcome then notes their users
     * @param records makes the ledger to be written from the outcome
     * @throws DeploymentRefused if the swap failed; nothing has changed then
     */
    Outcome swap(
            StagedBundle staged,
            List<StagedBundle> tried,
            Result result,
            String file,
            long since,
            boolean force,
            Function<Outcome, Ledger> records)
            throws DeploymentRefused, InterruptedException {
        PluginJar jar = staged.jar();
        List<Bundle> old = serving.serving(jar.bundle(), tried);
        String replaced = label(old);
        List<String> users = usersLosing(jar.bundle(), old, serving.names(staged.bundle()), force);
        requireRecords();
        try {
            serving.remember(old);
            folder.keep(jar.path(), jar.sha256());
        } catch (IOException e) {
            throw DeploymentRefused.circumstances(unwritable(e));
        }
        List<Replacement> replaces = serving.admit(staged, settings());
        Outcome outcome =
                Outcomes.of(result, jar, file, replaced, since, replaces, users).wantedBy(operator);
        try {
            write(records.apply(outcome));
        } catch (IOException e) {
            throw serving.withdrawn(staged, settings(), unwritable(e));
        }
        absences.end(jar.bundle());
        staged.detachBundle();
        serving.retire(old, settings());
        prune();
        return outcome;
    }

    /**
     * Admits a generation that served in an earlier process; the ledger names it already.
     *
     * @throws DeploymentRefused if it could not be admitted
     */
    void restore(StagedBundle staged, List<StagedBundle> tried) throws DeploymentRefused, InterruptedException {
        List<Bundle> old = serving.serving(staged.jar().bundle(), tried);
        try {
            serving.remember(old);
        } catch (IOException e) {
            throw DeploymentRefused.circumstances(unwritable(e));
        }
        serving.admit(staged, settings());
        absences.end(staged.jar().bundle());
        staged.detachBundle();
        serving.retire(old, settings());
    }

    private static String unwritable(IOException e) {
        return "the data folder cannot be written: " + e;
    }

    /**
     * The name of the last of these bundles in outcomes: its version and, if known, its SHA-256. Null if there is none.
     */
    @Nullable
    String label(List<Bundle> generations) {
        if (generations.isEmpty()) {
            return null;
        }
        String sha256 = serving.hash(generations.getLast());
        return generations.getLast().getVersion() + (sha256 == null ? "" : " " + sha256);
    }

    /** Retires the bundles of this name without a successor. */
    void takeOut(String bundle, Ledger next) {
        update(next);
        serving.retire(serving.serving(bundle, List.of()), settings());
    }

    /**
     * The users of names that go with these bundles, one sentence per user.
     *
     * @param old generations of {@code bundle} that are to be retired
     * @param staying names that exist afterwards
     */
    List<String> usersLosing(String bundle, List<Bundle> old, Set<String> staying) {
        Set<String> lost = new HashSet<>();
        old.forEach(one -> lost.addAll(serving.names(one)));
        lost.removeAll(staying);
        AcceptedGeneration present = ledger.of(bundle).present();
        if (present != null) {
            present.replaces().stream().filter(this::returns).forEach(taken -> lost.remove(taken.name()));
        }
        return serving.preflight().wanted().usersOf(lost);
    }

    /** Whether a name that was taken goes back to another bundle that offers it. */
    private boolean returns(Replacement taken) {
        return serving.bundles(taken.owner()).stream().anyMatch(owner -> owner.getState() == Bundle.ACTIVE);
    }

    /**
     * The same sentences, as notes of an outcome.
     *
     * @param force whether the names may be removed nevertheless
     * @throws DeploymentRefused with all users, if there are any and the change is not forced
     */
    // @req:taking-away
    List<String> usersLosing(String bundle, List<Bundle> old, Set<String> staying, boolean force)
            throws DeploymentRefused {
        List<String> users = usersLosing(bundle, old, staying);
        if (users.isEmpty() || force) {
            return users.stream().map(user -> user + ", which goes").toList();
        }
        List<String> reasons = new ArrayList<>(users);
        reasons.add("the configuration uses what would go: change it first, or say --force");
        throw DeploymentRefused.circumstances(reasons);
    }

    /**
     * Makes sure that a change can be recorded, before anything changes; otherwise a restart would undo the change.
     *
     * @throws DeploymentRefused if the records cannot be written
     */
    void requireRecords() throws DeploymentRefused {
        try {
            file.write(ledger);
            journal.requireWritable();
        } catch (IOException e) {
            throw DeploymentRefused.circumstances(unwritable(e));
        }
    }

    /** Writes a ledger; if that fails, the ledger still applies until the process ends. */
    void update(Ledger next) {
        try {
            write(next);
        } catch (IOException e) {
            ledger = next;
            LOG.error("the records of deployments could not be written; they are lost with this process", e);
        }
    }

    private void write(Ledger next) throws IOException {
        if (next.equals(ledger)) {
            return;
        }
        file.write(next);
        try {
            folder.serve(active(next));
        } catch (IOException e) {
            file.write(ledger);
            throw e;
        }
        ledger = next;
    }

    /** Hashes of the jars that serve, by symbolic name. */
    private static Map<String, String> active(Ledger ledger) {
        Map<String, String> active = new HashMap<>();
        ledger.present().forEach(accepted -> active.put(accepted.bundle(), accepted.sha256()));
        return active;
    }

    /** Makes the folder agree with the ledger again; after a crash they may differ. */
    public void tidy() throws IOException {
        folder.serve(active(ledger));
        prune();
    }

    private void prune() {
        Set<String> needed = new HashSet<>(ledger.hashes());
        needed.addAll(serving.shipped().kept());
        try {
            folder.prune(needed);
        } catch (IOException e) {
            LOG.warn("jars that are of no further use could not be deleted", e);
        }
    }

    /** Records and reports an outcome within {@link #exclusively}, together with who requested the change. */
    // @req:deploy-audit
    public Outcome report(Outcome unclaimed) {
        Outcome outcome = unclaimed.wantedBy(operator);
        journal.record(outcome);
        var entry = outcome.result() == Result.REFUSED ? LOG.atWarn() : LOG.atInfo();
        entry.addKeyValue("result", outcome.result().wireName())
                .addKeyValue("bundle", outcome.bundle())
                .addKeyValue("version", outcome.version())
                .addKeyValue("sha256", outcome.sha256())
                .addKeyValue("millis", outcome.millis())
                .addKeyValue("by", operator.name())
                .addKeyValue("from", operator.address())
                .log(OutcomeSentence.of(outcome));
        return outcome;
    }

    /**
     * The stored jar of a generation that was accepted once and is to serve again.
     *
     * @throws DeploymentRefused if the content of its jar has changed, or the jar is no longer trusted
     */
    PluginJar stored(AcceptedGeneration accepted) throws DeploymentRefused {
        PluginJar jar = stored(accepted.bundle(), accepted.version(), accepted.sha256());
        try {
            List<String> faults = jar.distrust(settings());
            if (!faults.isEmpty()) {
                throw DeploymentRefused.circumstances(faults);
            }
            return jar;
        } catch (IOException e) {
            throw DeploymentRefused.damaged("the jar of " + accepted.bundle() + " cannot be read: " + e);
        }
    }

    /**
     * A jar of the store.
     *
     * @throws DeploymentRefused if its content no longer has this hash
     */
    PluginJar stored(String bundle, String version, String sha256) throws DeploymentRefused {
        return folder.stored(bundle, version, sha256);
    }
}
