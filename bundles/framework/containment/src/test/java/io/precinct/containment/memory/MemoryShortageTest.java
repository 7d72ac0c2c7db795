package io.precinct.containment.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.containment.memory.MemoryShortage.Keeper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests what is done while memory is short, second by second, with a clock that the test controls. */
class MemoryShortageTest {
    private static final int HOUR = 3600;

    /** The seconds of the first hour in which a lasting shortage is reported. */
    private static final List<Integer> GROWING = List.of(11, 31, 71, 151, 311, 631, 1231, 1831, 2431, 3031);

    /** A memory whose use and keeper a test sets. */
    private static final class Heap implements MemoryShortage.Memory {
        double used = 0.95;
        double collected = 0.95;
        Set<Long> deployed = Set.of(7L);
        Optional<Keeper> keeper = Optional.empty();
        List<String> stays = List.of();
        final List<String> takenOut = new ArrayList<>();
        int collections;

        @Override
        public double used() {
            return used;
        }

        @Override
        public double collected() {
            collections++;
            return collected;
        }

        @Override
        public String state() {
            return "95 of 100 MB are in use";
        }

        @Override
        public Set<Long> deployed() {
            return deployed;
        }

        @Override
        public Optional<Keeper> keeper() {
            return keeper;
        }

        @Override
        public List<String> takeOut(String bundle, String reason) {
            takenOut.add(bundle + ": " + reason);
            return stays;
        }
    }

    private final Heap heap = new Heap();
    private final List<String> told = new ArrayList<>();
    private final List<Integer> toldAt = new ArrayList<>();
    private int seconds;
    private final MemoryShortage shortage =
            new MemoryShortage(heap, this::tell, () -> TimeUnit.SECONDS.toNanos(seconds));

    private void tell(String line) {
        told.add(line);
        toldAt.add(seconds);
    }

    private void pass(int more) {
        for (int i = 0; i < more; i++) {
            seconds++;
            shortage.look();
        }
    }

    private static Optional<Keeper> keeper(boolean present) {
        return Optional.of(new Keeper("a.keeps", "1.0.0", present, "60 MB of it, most in the static field Keeps.KEPT"));
    }

    @Test
    void whatNobodyKeepsIsLookedForAndToldAfterPausesThatGrowToTenMinutes() {
        pass(HOUR);

        assertThat(toldAt).isEqualTo(GROWING);
        assertThat(told)
                .containsOnly(
                        "memory is short: 95 of 100 MB are in use, and no deployed bundle keeps a good part of it");
        assertThat(heap.collections).isEqualTo(GROWING.size() + 1);
    }

    @Test
    void afterThereWasRoomItIsToldAnew() {
        pass(HOUR);
        heap.used = 0.5;
        pass(1);
        heap.used = 0.95;

        pass(15);

        assertThat(toldAt).hasSize(GROWING.size() + 1);
    }

    @Test
    void memoryThatIsShortNowAndThenIsNotCollectedMoreOften() {
        pass(HOUR);
        int before = heap.collections;
        heap.used = 0.85;
        pass(1);
        heap.used = 0.95;

        pass(15);

        assertThat(heap.collections).isEqualTo(before);
    }

    @Test
    void whereOtherBundlesAreDeployedItIsLookedIntoAtOnce() {
        pass(HOUR);
        heap.deployed = Set.of(7L, 8L);

        pass(1);

        assertThat(toldAt).endsWith(HOUR + 1);
        pass(20);
        assertThat(toldAt).endsWith(HOUR + 1, HOUR + 21);
    }

    @Test
    void theBundleThatKeepsAGoodPartIsTakenOutWithTheReason() {
        heap.keeper = keeper(true);

        pass(10);
        assertThat(heap.takenOut).as("where it was short once").isEmpty();
        pass(1);

        assertThat(heap.takenOut)
                .containsExactly(
                        "a.keeps: memory is short: 95 of 100 MB are in use, and a.keeps keeps about 60 MB of it,"
                                + " most in the static field Keeps.KEPT");
        assertThat(told).singleElement().asString().endsWith("; a.keeps 1.0.0 is taken out of service");
    }

    @Test
    void aGenerationOnItsWayOutIsNamedAndTheOneThatServesStays() {
        heap.keeper = keeper(false);

        pass(HOUR);

        assertThat(heap.takenOut).isEmpty();
        assertThat(toldAt).isEqualTo(GROWING);
        assertThat(told)
                .allMatch(line -> line.contains(
                        "a.keeps 1.0.0, which is on its way out of service, keeps about 60 MB of it, most in"));
    }

    @Test
    void aBundleThatCannotBeTakenOutIsTriedAgainAfterGrowingPauses() {
        heap.keeper = keeper(true);
        heap.stays = List.of("a route needs it");

        pass(HOUR);

        assertThat(heap.takenOut).hasSameSizeAs(GROWING);
        assertThat(told).contains("a.keeps stays: a route needs it");
    }

    @Test
    void garbageIsCollectedAndNotToldOf() {
        heap.collected = 0.3;

        pass(HOUR);

        assertThat(told).isEmpty();
    }
}
