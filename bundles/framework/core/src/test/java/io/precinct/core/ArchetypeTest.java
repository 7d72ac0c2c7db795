package io.precinct.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.envelope.Envelope;
import io.precinct.api.service.Archetype;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ArchetypeTest {
    private final TestCore core = new TestCore();

    @AfterEach
    void stop() {
        core.close();
    }

    /**
     * An archetype that counts its boots. One thread writes its fields; they are read after that thread has settled.
     */
    private static final class Clock implements Archetype {
        private final boolean sound;
        private int boots;
        private int running;

        Clock(boolean sound) {
            this.sound = sound;
        }

        @Override
        public AutoCloseable boot(Envelope envelope) {
            boots++;
            if (!sound) {
                throw new IllegalStateException("no springs");
            }
            running++;
            return () -> running--;
        }

        @Override
        public Handover handover() {
            return Handover.EXCLUSIVE;
        }
    }

    private void settle() throws Exception {
        core.core.drained(-1).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private void deploy() {
        core.core.deployed(core.plugins.snapshot());
    }

    private long newest() {
        var archetype = core.core.plugins().archetypes().get("clock");
        assertThat(archetype).isNotNull();
        return archetype.generation().bundleId();
    }

    @Test
    void aBootThatFailedIsTriedAgainWithOtherArgumentsOnly() throws Exception {
        var sound = new Clock(true);
        var broken = new Clock(false);
        core.plugins.archetype("clock", sound);
        core.slot("wall", "clock", Map.of()).start();
        core.plugins.archetype("clock", broken);
        deploy();
        settle();
        assertThat(sound.boots).isEqualTo(2);

        deploy();
        core.configure();
        deploy();
        settle();

        assertThat(broken.boots).isEqualTo(1);
        assertThat(sound.boots).as("nothing was interrupted again").isEqualTo(2);
        assertThat(sound.running).isEqualTo(1);
        assertThat(core.core.conflicts())
                .singleElement()
                .asString()
                .contains("archetype slot wall", "the archetype clock did not boot", "no springs");

        core.slot("wall", "clock", Map.of("millis", 5)).configure();
        settle();
        assertThat(broken.boots).isEqualTo(2);
        assertThat(sound.running).isEqualTo(1);
    }

    @Test
    void whatWasPutInIsTakenUpOnceItHasBootedOrSaysWhyNot() throws Exception {
        core.plugins.archetype("clock", new Clock(true));
        core.slot("wall", "clock", Map.of()).start();
        core.core.takenUp(newest()).toCompletableFuture().get(10, TimeUnit.SECONDS);

        core.plugins.archetype("clock", new Clock(false));
        deploy();

        assertThatThrownBy(
                        () -> core.core.takenUp(newest()).toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("wall")
                .hasMessageContaining("no springs");
    }

    @Test
    void anArchetypeThatWentAndCameBackIsTriedAgain() throws Exception {
        var broken = new Clock(false);
        core.plugins.archetype("clock", broken);
        core.slot("wall", "clock", Map.of()).start();
        PluginSnapshot present = core.core.plugins();
        core.plugins.remove("archetype clock");
        deploy();

        core.core.deployed(present); // the same generation, as if Declarative Services had restarted a component
        settle();

        assertThat(broken.boots).isEqualTo(2);
    }

    @Test
    void slotsWithoutTheirArchetypeAreNamedInTheirOrder() throws Exception {
        List<String> slots = List.of("wall", "tower", "desk", "wrist", "oven");
        slots.forEach(slot -> core.slot(slot, "sundial", Map.of()));
        core.start();
        settle();
        assertThat(core.core.conflicts())
                .containsExactlyElementsOf(slots.stream()
                        .map(slot -> "archetype slot " + slot + ": the archetype sundial is not deployed")
                        .toList());
    }
}
