package io.precinct.http.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.http.limit.TokenBuckets.Rate;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignInThrottleTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private long now = 77 * SECOND;
    private final SignInThrottle throttle =
            new SignInThrottle(new Rate(3, 10 * SECOND), new Rate(5, 20 * SECOND), () -> now);

    @Test
    void anAddressMayFailSomeTimesAndThenOnceInAWhile() {
        for (int i = 0; i < 3; i++) {
            assertThat(throttle.take("10.0.0.1", "user" + i)).isZero();
        }
        assertThat(throttle.take("10.0.0.1", "another")).isEqualTo(10);
        assertThat(throttle.take("10.0.0.2", "another")).isZero();
        now += 4 * SECOND;
        assertThat(throttle.take("10.0.0.1", "another")).isEqualTo(6);
        now += 6 * SECOND;
        assertThat(throttle.take("10.0.0.1", "another")).isZero();
        assertThat(throttle.take("10.0.0.1", "another")).isEqualTo(10);
        now += 1000 * SECOND;
        for (int i = 0; i < 3; i++) {
            assertThat(throttle.take("10.0.0.1", "user" + i)).isZero();
        }
        assertThat(throttle.take("10.0.0.1", "user")).isPositive();
    }

    @Test
    void anIpV6ClientHasAWholeNetwork() {
        for (int i = 0; i < 3; i++) {
            assertThat(throttle.take("2001:db8:0:1:0:0:0:" + i, "user")).isZero();
        }
        assertThat(throttle.take("2001:db8:0:1:ffff:0:0:1", "user")).isPositive();
        assertThat(throttle.take("2001:db8:0:2:0:0:0:1", "user")).isZero();
    }

    @Test
    void aNameMayFailSomeTimesFromWhereverItIs() {
        for (int i = 0; i < 5; i++) {
            assertThat(throttle.take("10.0.0." + i, "ada")).isZero();
        }
        assertThat(throttle.take("10.0.1.1", "ada")).isEqualTo(20);
        assertThat(throttle.take("10.0.1.1", "bob")).isZero();
    }

    @Test
    void wherePeopleHavePassedNobodyElseLocksThemOut() {
        assertThat(throttle.take("10.9.9.9", "ada")).isZero();
        throttle.right("10.9.9.9", "ada");
        for (int i = 0; i < 20; i++) {
            throttle.take("10.0.0." + i, "ada");
        }
        assertThat(throttle.take("10.0.1.1", "ada")).isPositive();
        assertThat(throttle.take("10.9.9.9", "ada")).isZero();
        // The user's own address still counts.
        throttle.take("10.9.9.9", "ada");
        throttle.take("10.9.9.9", "ada");
        assertThat(throttle.take("10.9.9.9", "ada")).isPositive();
        now += TimeUnit.DAYS.toNanos(2);
        assertThat(throttle.take("10.9.9.9", "ada")).isZero();
    }

    @Test
    void whatIsRightCostsNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(throttle.take("10.0.0.1", "ada")).isZero();
            throttle.right("10.0.0.1", "ada");
            assertThat(throttle.take("10.0.0.2", "bob")).isZero();
            throttle.untried("10.0.0.2", "bob");
        }
    }

    @Test
    void inventedAddressesAndNamesTakeBoundedMemoryAndShareOneAllowance() {
        for (int i = 0; i < 100_000; i++) {
            throttle.take((i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255) + ".1", "name" + i + "x".repeat(200));
        }
        assertThat(throttle.size()).isLessThan(31_000);
        assertThat(throttle.take("203.0.113.1", "ada")).isPositive();
        now += 1000 * SECOND;
        assertThat(throttle.take("203.0.113.1", "ada")).isZero();
        assertThat(throttle.size()).isLessThan(10);
    }
}
