package io.precinct.core.boot;

import io.precinct.api.data.Data;
import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.Runtime;
import io.precinct.api.envelope.Stage;
import io.precinct.api.service.Archetype;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.envelope.OutsideContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Boots the archetypes that configuration names into their slots, in the order in which they are declared, and stops
 * them in reverse. All of this runs on one worker thread, so that a slow archetype never delays a request, a reload or
 * another deployment. Thread-safe.
 */
public final class ArchetypeSlots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ArchetypeSlots.class);
    private static final long CLOSE_SECONDS = 5;

    private final Runtime runtime;
    private final Path configDir;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("precinct-archetypes").daemon().factory());
    // Only the worker uses these fields; other threads read only problems.
    private final Map<String, Running> running = new LinkedHashMap<>();
    private final Map<String, Failed> failed = new LinkedHashMap<>();
    private List<ArchetypeSlot> wanted = List.of();
    private Map<String, Plugin<Archetype>> deployed = Map.of();
    private volatile List<String> problems = List.of();

    /** A slot that was booted. */
    private record Running(ArchetypeSlot slot, Plugin<Archetype> archetype, AutoCloseable service) {}

    /**
     * A boot that failed. It is not tried again until the slot or the archetype changes, because each attempt may
     * interrupt the archetype that serves in the slot.
     */
    private record Failed(ArchetypeSlot slot, Generation generation, String problem) {}

    private static boolean same(
            ArchetypeSlot slot, Generation generation, ArchetypeSlot wanted, Plugin<Archetype> deployed) {
        return slot.archetype().equals(wanted.archetype())
                && slot.args().equals(wanted.args())
                && generation.id() == deployed.generation().id();
    }

    /** Starts without slots; nothing is booted before {@link #configured} and {@link #deployed}. */
    public ArchetypeSlots(Runtime runtime, Path configDir) {
        this.runtime = runtime;
        this.configDir = configDir;
    }

    /** Sets the slots that are wanted, and boots or stops archetypes accordingly; returns at once. */
    public void configured(List<ArchetypeSlot> slots) {
        worker.execute(() -> {
            wanted = slots;
            reconcile();
        });
    }

    /** Sets the archetypes that are deployed, and boots or stops them accordingly; returns at once. */
    public void deployed(Map<String, Plugin<Archetype>> archetypes) {
        worker.execute(() -> {
            deployed = archetypes;
            reconcile();
        });
    }

    /** Completes once every change submitted so far has been carried out. */
    public CompletionStage<Void> settled() {
        return behindAllChanges(() -> {});
    }

    /**
     * Completes once every change submitted so far has been carried out; exceptionally, with a human-readable message,
     * if an archetype of this bundle did not boot into its slot.
     */
    public CompletionStage<Void> booted(long bundleId) {
        return behindAllChanges(() -> requireBooted(bundleId));
    }

    private CompletionStage<Void> behindAllChanges(Runnable task) {
        return worker.isShutdown() ? CompletableFuture.completedFuture(null) : CompletableFuture.runAsync(task, worker);
    }

    private void requireBooted(long bundleId) {
        List<String> faults = failed.values().stream()
                .filter(one -> one.generation().bundleId() == bundleId)
                .map(one -> sentence(one.slot().slot(), one.problem()))
                .toList();
        if (!faults.isEmpty()) {
            throw new IllegalStateException(String.join("; ", faults));
        }
    }

    /** A human-readable sentence for each wanted slot that does not have its archetype, in the order of the slots. */
    public List<String> problems() {
        return problems;
    }

    private static String sentence(String slot, String problem) {
        return "archetype slot " + slot + ": " + problem;
    }

    private void reconcile() {
        failed.values().removeIf(one -> !isStillWanted(one.slot()));
        closeUnwanted();
        var found = new ArrayList<String>();
        for (ArchetypeSlot slot : wanted) {
            Plugin<Archetype> archetype = deployed.get(slot.archetype());
            if (archetype == null) {
                found.add(sentence(slot.slot(), "the archetype " + slot.archetype() + " is not deployed"));
                continue;
            }
            fill(slot, archetype);
            Failed failure = failed.get(slot.slot());
            if (failure != null) {
                found.add(sentence(slot.slot(), failure.problem()));
            }
        }
        problems = List.copyOf(found);
    }

    private void closeUnwanted() {
        for (Running present : List.copyOf(running.values()).reversed()) {
            if (!isStillWanted(present.slot())) {
                running.remove(present.slot().slot());
                close(present);
            }
        }
    }

    private boolean isStillWanted(ArchetypeSlot slot) {
        return deployed.containsKey(slot.archetype())
                && wanted.stream().anyMatch(one -> one.slot().equals(slot.slot()));
    }

    /** Boots a slot, unless this archetype already serves in it or has failed to boot into it. */
    private void fill(ArchetypeSlot slot, Plugin<Archetype> archetype) {
        Running present = running.get(slot.slot());
        Failed failure = failed.get(slot.slot());
        boolean serves =
                present != null && same(present.slot(), present.archetype().generation(), slot, archetype);
        if (!serves && failure != null && same(failure.slot(), failure.generation(), slot, archetype)) {
            return;
        }
        failed.remove(slot.slot());
        if (!serves) {
            takeOver(slot, archetype, present);
        }
    }

    private void takeOver(ArchetypeSlot slot, Plugin<Archetype> archetype, @Nullable Running present) {
        Running closedFirst = archetype.service().handover() == Archetype.Handover.OVERLAP ? null : present;
        if (closedFirst != null) {
            close(closedFirst);
        }
        try {
            boot(slot, archetype);
            if (present != null && closedFirst == null) {
                close(present);
            }
        } catch (Exception | LinkageError e) {
            LOG.error("archetype {} did not boot into slot {}", archetype.name(), slot.slot(), e);
            String problem = "the archetype " + archetype.name() + " did not boot: " + e;
            failed.put(slot.slot(), new Failed(slot, archetype.generation(), problem));
            if (closedFirst != null) {
                bootAgain(closedFirst);
            }
        }
    }

    private void bootAgain(Running present) {
        try {
            boot(present.slot(), present.archetype());
        } catch (Exception | LinkageError e) {
            running.remove(present.slot().slot());
            LOG.error(
                    "slot {} stays empty: its earlier archetype did not boot again",
                    present.slot().slot(),
                    e);
        }
    }

    // @req:boot-archetypes
    private void boot(ArchetypeSlot slot, Plugin<Archetype> archetype) throws Exception {
        Envelope envelope = runtime.catalogue()
                .build(
                        Stage.BOOT,
                        b -> b.set("runtime", runtime)
                                .set("config_dir", configDir.toString())
                                .set("context", new OutsideContext("slot-" + slot.slot()))
                                .set("args", Data.freezeMap(slot.args())));
        running.put(
                slot.slot(), new Running(slot, archetype, archetype.service().boot(envelope)));
    }

    private static void close(Running present) {
        try {
            present.service().close();
        } catch (Exception | LinkageError e) {
            LOG.warn(
                    "the archetype of slot {} did not close cleanly",
                    present.slot().slot(),
                    e);
        }
    }

    @Override
    public void close() {
        worker.execute(() -> {
            List.copyOf(running.values()).reversed().forEach(ArchetypeSlots::close);
            running.clear();
        });
        worker.shutdown();
        try {
            if (!worker.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "archetypes are still closing after {} s: {}",
                        CLOSE_SECONDS,
                        new ArrayList<>(running.keySet()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
