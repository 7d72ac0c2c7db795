package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    @Test
    void everyFailureDoublesTheWaitUpToAnHour() {
        var longest = new Backoff(() -> 1);
        assertThat(longest.after(FIVE_MINUTES, 1, true)).isEqualTo(Duration.ofMinutes(10));
        assertThat(longest.after(FIVE_MINUTES, 2, true)).isEqualTo(Duration.ofMinutes(20));
        assertThat(longest.after(FIVE_MINUTES, 9, true)).isEqualTo(Duration.ofHours(1));
        assertThat(longest.after(FIVE_MINUTES, Integer.MAX_VALUE, true)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aFirstCloneIsTriedAgainSoon() {
        assertThat(new Backoff(() -> 1).after(FIVE_MINUTES, 1, false)).isEqualTo(Duration.ofSeconds(5));
        assertThat(new Backoff(() -> 1).after(Duration.ZERO, 2, false)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void whatIsFetchedByHandIsNotTriedAgainWithoutPause() {
        assertThat(new Backoff(() -> 1).after(Duration.ZERO, 1, true)).isEqualTo(Duration.ofSeconds(5));
        assertThat(new Backoff(() -> 1).after(Duration.ofSeconds(1), 2, true)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void theWaitVariesByAQuarter() {
        assertThat(new Backoff(() -> 0).after(FIVE_MINUTES, 1, true)).isEqualTo(Duration.ofSeconds(450));
    }
}
