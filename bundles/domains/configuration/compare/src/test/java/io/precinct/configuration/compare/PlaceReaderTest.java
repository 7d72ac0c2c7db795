package io.precinct.configuration.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.SourceFault;
import io.precinct.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PlaceReaderTest {
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Finding FOUND = new Finding("main", "0".repeat(40), List.of(), null);

    private static List<Place> places(String repo, int refs) {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < refs; i++) {
            places.add(new Place(repo, "r" + i));
        }
        return places;
    }

    @Test
    void everyPlaceIsReadOnce() {
        var reads = new AtomicInteger();
        List<Place> places = places("a", 60);
        places.addAll(places("b", 40));
        Map<Place, Finding> found = new PlaceReader()
                .read(
                        places,
                        _ -> {
                            reads.incrementAndGet();
                            return FOUND;
                        },
                        LONG);

        assertThat(found).containsOnlyKeys(places);
        assertThat(reads).hasValue(100);
    }

    /** More places of the slow repository than there are threads for it; it waits until the others are read. */
    @Test
    void aRepositoryThatHangsDelaysNoOther() {
        var others = new CountDownLatch(20);
        List<Place> places = places("slow", 50);
        places.addAll(places("quick", 20));
        Function<Place, Finding> read = place -> {
            if (place.repo().equals("slow")) {
                await(others);
            } else {
                others.countDown();
            }
            return FOUND;
        };

        assertThat(new PlaceReader().read(places, read, LONG)).hasSize(70);
    }

    @Test
    void whatIsNotReadInTimeIsMissing() {
        var never = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        // a thread that starts only after the time is over reads nothing
        Eventually.until("a thread that reads is abandoned", () -> {
            Map<Place, Finding> found = new PlaceReader()
                    .read(
                            places("slow", 1),
                            _ -> {
                                await(never);
                                ended.countDown();
                                return FOUND;
                            },
                            Duration.ofMillis(50));
            assertThat(found).isEmpty();
            return ended.getCount() == 0;
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void noMoreThreadsAreStartedThanAreAllowed() {
        var reader = new PlaceReader(2);
        var begun = new CountDownLatch(2);
        var go = new CountDownLatch(1);
        var first = new Thread(() -> reader.read(
                places("a", 2),
                _ -> {
                    begun.countDown();
                    await(go);
                    return FOUND;
                },
                LONG));
        first.start();
        Eventually.until("two are read", () -> begun.getCount() == 0);

        assertThatThrownBy(() -> reader.read(places("b", 1), _ -> FOUND, LONG))
                .isInstanceOfSatisfying(
                        SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("overloaded"));
        go.countDown();
        Eventually.until("the threads are free again", () -> {
            try {
                return reader.read(places("b", 1), _ -> FOUND, LONG).size() == 1;
            } catch (SourceFault fault) {
                return false;
            }
        });
    }
}
