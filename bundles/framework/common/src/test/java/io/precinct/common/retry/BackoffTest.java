package io.precinct.common.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void everyFailureDoublesTheWaitUpToTheLongest() {
        var backoff = new Backoff(Duration.ofMinutes(10), HOUR);
        assertThat(backoff.after(1)).isEqualTo(Duration.ofMinutes(10));
        assertThat(backoff.after(2)).isEqualTo(Duration.ofMinutes(20));
        assertThat(backoff.after(3)).isEqualTo(Duration.ofMinutes(40));
        assertThat(backoff.after(4)).isEqualTo(HOUR);
        assertThat(backoff.after(Integer.MAX_VALUE)).isEqualTo(HOUR);
    }

    @Test
    void aFirstWaitBeyondTheLongestIsTheLongest() {
        assertThat(new Backoff(Duration.ofDays(1), HOUR).after(1)).isEqualTo(HOUR);
        assertThat(new Backoff(Duration.ofSeconds(Long.MAX_VALUE), HOUR).after(70))
                .isEqualTo(HOUR);
        assertThat(new Backoff(Duration.ZERO, HOUR).after(70)).isZero();
    }

    @Test
    void noFailureCountsAsOne() {
        assertThat(new Backoff(SECOND, HOUR).after(0)).isEqualTo(SECOND);
        assertThat(new Backoff(SECOND, HOUR).after(Integer.MIN_VALUE)).isEqualTo(SECOND);
    }

    @Test
    void chanceTakesAShareAwayAtMost() {
        var quarter = new Backoff(SECOND, HOUR, 0.25);
        assertThat(quarter.after(1, 0)).isEqualTo(SECOND);
        assertThat(quarter.after(1, 0.5)).isEqualTo(Duration.ofMillis(875));
        assertThat(quarter.after(1, 1)).isEqualTo(Duration.ofMillis(750));
        assertThat(quarter.after(100, 1)).isEqualTo(Duration.ofMinutes(45));
        for (int i = 0; i < 1000; i++) {
            assertThat(quarter.after(1)).isBetween(Duration.ofMillis(750), SECOND);
        }
        assertThat(new Backoff(SECOND, HOUR, 1).after(2, 1)).isZero();
    }
}
