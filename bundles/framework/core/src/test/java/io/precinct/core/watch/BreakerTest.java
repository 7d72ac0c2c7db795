package io.precinct.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.watch.Breaker.State;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private final Breaker breaker = new Breaker();
    private long now = TimeUnit.HOURS.toNanos(1);

    @Test
    void threeWithinAMinuteOpenItForFiveSeconds() {
        overstay(2);
        assertThat(breaker.ask(now)).isEqualTo(State.CLOSED);

        overstay(1);

        assertThat(breaker.ask(now)).isEqualTo(State.OPEN);
        assertThat(breaker.retrySeconds(now)).isEqualTo(5);
        pass(5);
        assertThat(breaker.ask(now)).isEqualTo(State.TRIAL);
        assertThat(breaker.ask(now)).isEqualTo(State.OPEN);
    }

    @Test
    void threeInMoreThanAMinuteDoNot() {
        overstay(2);
        pass(61);
        overstay(1);

        assertThat(breaker.ask(now)).isEqualTo(State.CLOSED);
    }

    @Test
    void aTrialThatFailsDoublesThePauseUpToFiveMinutes() {
        overstay(3);
        for (long pause : new long[] {5, 10, 20, 40, 80, 160, 300, 300}) {
            assertThat(breaker.retrySeconds(now)).isEqualTo(pause);
            pass(pause);
            assertThat(breaker.ask(now)).isEqualTo(State.TRIAL);
            breaker.overstayed(now, true, 0);
        }
    }

    @Test
    void whoIsTakenOutAgainSoonGoesOnWithThePauseItHad() {
        overstay(3);
        pass(5);
        assertThat(breaker.ask(now)).isEqualTo(State.TRIAL);
        breaker.passed(now);
        assertThat(breaker.ask(now)).isEqualTo(State.CLOSED);

        pass(200);
        overstay(3);

        assertThat(breaker.retrySeconds(now)).isEqualTo(10);
    }

    @Test
    void whoDidWellForLongBeginsAnew() {
        overstay(3);
        pass(5);
        assertThat(breaker.ask(now)).isEqualTo(State.TRIAL);
        breaker.passed(now);

        pass(301);
        overstay(3);

        assertThat(breaker.retrySeconds(now)).isEqualTo(5);
    }

    @Test
    void crossingsThatEndWellMeanwhileKeepItClosed() {
        breaker.overstayed(now, false, 0);
        breaker.overstayed(now, false, 15);
        breaker.overstayed(now, false, 30);

        assertThat(breaker.ask(now)).isEqualTo(State.CLOSED);
    }

    private void overstay(int times) {
        for (int i = 0; i < times; i++) {
            breaker.overstayed(now, false, 0);
        }
    }

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }
}
