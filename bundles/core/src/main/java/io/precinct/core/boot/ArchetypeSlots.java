package io.precinct.core.boot;

import io.precinct.api.data.Data;
import io.precinct.api.envelope.Context;
import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.Runtime;
import io.precinct.api.envelope.Stage;
import io.precinct.api.service.Archetype;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.plugin.Plugin;
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
 * them in reverse. One thread of its own does all of it, so that a slow archetype never holds up a request, a reload or
 * a deployment of something else.
 */
public final class ArchetypeSlots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ArchetypeSlots.class);
    private static final long CLOSE_SECONDS = 5;

    private final Runtime runtime;
    private final Path configDir;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("precinct-archetypes").daemon().factory());
    private final Map<String, Running> running = new LinkedHashMap<>();
    private List<ArchetypeSlot> wanted = List.of();
    private Map<String, Plugin<Archetype>> deployed = Map.of();
    private volatile Map<String, String> problems = Map.of();

    /** A slot that was booted. Confined to the worker, as are the fields above that are not final. */
    private record Running(ArchetypeSlot slot, Plugin<Archetype> archetype, AutoCloseable service) {
        boolean serves(ArchetypeSlot wanted, Plugin<Archetype> deployed) {
            return slot.archetype().equals(wanted.archetype())
                    && slot.args().equals(wanted.args())
                    && archetype.generation().id() == deployed.generation().id();
        }
    }

    /** No slots yet. */
    public ArchetypeSlots(Runtime runtime, Path configDir) {
        this.runtime = runtime;
        this.configDir = configDir;
    }

    /** From now on these slots are wanted. */
    public void configured(List<ArchetypeSlot> slots) {
        worker.execute(() -> {
            wanted = slots;
            reconcile();
        });
    }

    /** From now on these archetypes are deployed. */
    public void deployed(Map<String, Plugin<Archetype>> archetypes) {
        worker.execute(() -> {
            deployed = archetypes;
            reconcile();
        });
    }

    /** Completes once everything said so far has been carried out. */
    public CompletionStage<Void> settled() {
        return worker.isShutdown()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(() -> {}, worker);
    }

    /** Slots that are wanted and empty, each with the reason. */
    public List<String> problems() {
        return problems.entrySet().stream()
                .map(e -> "archetype slot " + e.getKey() + ": " + e.getValue())
                .toList();
    }

    private void reconcile() {
        var found = new LinkedHashMap<String, String>();
        closeUnwanted();
        for (ArchetypeSlot slot : wanted) {
            Plugin<Archetype> archetype = deployed.get(slot.archetype());
            Running present = running.get(slot.slot());
            if (archetype == null) {
                found.put(slot.slot(), "the archetype " + slot.archetype() + " is not deployed");
            } else if (present == null || !present.serves(slot, archetype)) {
                String problem = takeOver(slot, archetype, present);
                if (problem != null) {
                    found.put(slot.slot(), problem);
                }
            }
        }
        problems = Map.copyOf(found);
    }

    private void closeUnwanted() {
        for (Running present : List.copyOf(running.values()).reversed()) {
            boolean named =
                    wanted.stream().anyMatch(s -> s.slot().equals(present.slot().slot()));
            if (!named || !deployed.containsKey(present.slot().archetype())) {
                running.remove(present.slot().slot());
                close(present);
            }
        }
    }

    /** Boots a slot anew; returns why it could not, or null. */
    private @Nullable String takeOver(ArchetypeSlot slot, Plugin<Archetype> archetype, @Nullable Running present) {
        Running closedFirst = archetype.service().handover() == Archetype.Handover.OVERLAP ? null : present;
        if (closedFirst != null) {
            close(closedFirst);
        }
        try {
            running.put(slot.slot(), new Running(slot, archetype, boot(slot, archetype)));
            if (present != null && closedFirst == null) {
                close(present);
            }
            return null;
        } catch (Exception | LinkageError e) {
            LOG.error("archetype {} did not boot into slot {}", archetype.name(), slot.slot(), e);
            if (closedFirst != null) {
                bootAgain(closedFirst);
            }
            return "the archetype " + archetype.name() + " did not boot: " + e;
        }
    }

    private void bootAgain(Running present) {
        try {
            running.put(
                    present.slot().slot(),
                    new Running(present.slot(), present.archetype(), boot(present.slot(), present.archetype())));
        } catch (Exception | LinkageError e) {
            running.remove(present.slot().slot());
            LOG.error(
                    "slot {} stays empty: its earlier archetype did not boot again",
                    present.slot().slot(),
                    e);
        }
    }

    // @req:boot-archetypes
    private AutoCloseable boot(ArchetypeSlot slot, Plugin<Archetype> archetype) throws Exception {
        Envelope envelope = runtime.catalogue()
                .build(
                        Stage.BOOT,
                        b -> b.set("runtime", runtime)
                                .set("config_dir", configDir.toString())
                                .set("context", new SlotContext(slot.slot()))
                                .set("args", Data.freezeMap(slot.args())));
        return archetype.service().boot(envelope);
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

    /** The slot that is booted, as a context outside of any request. */
    private record SlotContext(String slot) implements Context {
        @Override
        public String traceparent() {
            return "slot-" + slot;
        }

        @Override
        public int seq() {
            return 0;
        }

        @Override
        public long enteredNanos() {
            return System.nanoTime();
        }
    }
}
