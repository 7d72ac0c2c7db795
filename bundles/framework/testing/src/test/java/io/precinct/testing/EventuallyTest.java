package io.precinct.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {
    private static final Duration SOON = Duration.ofMillis(20);

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void whatHoldsAlreadyIsLookedAtOnce() {
        Eventually.until("it holds", () -> looks.incrementAndGet() > 0);

        assertThat(looks).hasValue(1);
    }

    @Test
    void aConditionIsLookedAtUntilItHolds() {
        Eventually.until("it holds", () -> looks.incrementAndGet() == 5);

        assertThat(looks).hasValue(5);
    }

    @Test
    void aWaitInVainSaysForWhatAndShowsTheLastState() {
        assertThatThrownBy(() -> Eventually.until(
                        SOON, () -> "it holds, after " + looks + " looks", () -> looks.incrementAndGet() < 0))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("it holds, after " + looks + " looks");
        assertThat(looks).hasValueGreaterThan(1);
    }

    @Test
    void aStateThatCannotBeShownIsNotTheFailure() {
        assertThatThrownBy(() -> Eventually.until(
                        SOON,
                        () -> {
                            throw new IllegalStateException("nobody answers");
                        },
                        () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("nobody answers");
    }

    @Test
    void whatAConditionThrowsEndsTheWait() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Eventually.until("it holds", () -> {
                    if (looks.incrementAndGet() == 2) {
                        throw new IOException("broken");
                    }
                    return false;
                }));

        assertThat(looks).hasValue(2);
    }

    @Test
    void assertionsAreMadeUntilTheyPass() {
        Eventually.untilAsserted("the third look", () -> {
            if (looks.incrementAndGet() == 1) {
                throw new IOException("not there yet");
            }
            assertThat(looks).hasValue(3);
        });

        assertThat(looks).hasValue(3);
    }

    @Test
    void assertionsThatNeverPassShowTheLastFailure() {
        assertThatThrownBy(() -> Eventually.untilAsserted(SOON, "a wonder", () -> {
                    throw new IOException("look " + looks.incrementAndGet());
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a wonder")
                .hasMessageContaining("look " + looks)
                .cause()
                .hasMessage("look " + looks);
        assertThat(looks).hasValueGreaterThan(1);
    }

    @Test
    void whatIsFoundIsReturned() {
        String found = Eventually.untilFound("a word", () -> looks.incrementAndGet() < 3 ? null : "word " + looks);

        assertThat(found).isEqualTo("word 3");
    }

    @Test
    void aSearchInVainSaysForWhat() {
        assertThatThrownBy(() -> Eventually.untilFound(SOON, () -> "a word", () -> null))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a word");
    }

    @Test
    void anInterruptedThreadWaitsNoLongerAndStaysInterrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Eventually.until("it holds", () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("interrupted")
                .hasMessageContaining("it holds");
        assertThat(Thread.interrupted()).isTrue();
    }
}
