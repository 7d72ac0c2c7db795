package io.precinct.source.facts.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many parts of a parse run at once that nobody waits for. */
// @req:source-parsing
@Timeout(60)
class ParsePaceTest {
    private final AtomicLong now = new AtomicLong();
    private final ParsePace pace = new ParsePace(now::get, Duration.ofHours(1));
    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch go = new CountDownLatch(1);

    private Thread part() {
        return part(pace);
    }

    private Thread part(ParsePace pace) {
        return Thread.ofPlatform().start(() -> {
            try {
                pace.run(() -> {
                    begun.incrementAndGet();
                    go.await();
                });
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void whileNobodyAsksAllPartsRunAtOnce() throws Exception {
        Thread one = part();
        Thread other = part();
        Eventually.until("both have begun", () -> begun.get() == 2);
        go.countDown();
        one.join();
        other.join();
    }

    @Test
    void whileSomebodyAsksPartsTakeTurns() throws Exception {
        pace.asked();
        Thread one = part();
        Eventually.until("the first has begun", () -> begun.get() == 1);
        Thread other = part();
        Eventually.until("the second waits", () -> other.getState() == Thread.State.TIMED_WAITING);
        assertThat(begun).hasValue(1);

        now.addAndGet(ParsePace.BUSY.toNanos());
        Thread later = part();
        Eventually.until("a part that comes when nobody has asked for a while runs", () -> begun.get() == 2);

        go.countDown();
        one.join();
        other.join();
        later.join();
        assertThat(begun).hasValue(3);
    }

    @Test
    void aPartThatTakesLongHoldsUpNoOtherForEver() throws Exception {
        var impatient = new ParsePace(now::get, Duration.ZERO);
        impatient.asked();
        Thread one = part(impatient);
        Thread other = part(impatient);
        Eventually.until("both have begun", () -> begun.get() == 2);
        go.countDown();
        one.join();
        other.join();
    }
}
