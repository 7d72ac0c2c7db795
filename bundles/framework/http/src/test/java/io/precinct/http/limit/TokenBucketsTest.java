package io.precinct.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.http.limit.TokenBuckets.Rate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
    private static final long SECOND = 1_000_000_000L;

    /** A clock may begin anywhere, even below 0. */
    private long now = -77 * SECOND;

    private final TokenBuckets buckets = new TokenBuckets(new Rate(3, 10 * SECOND), now);

    private long take(String key) {
        return buckets.take(key, now);
    }

    @Test
    void aFullBucketIsEmptiedAtOnceAndRefillsOneAfterTheOther() {
        for (int i = 0; i < 3; i++) {
            assertThat(take("a")).isZero();
        }
        assertThat(take("a")).isEqualTo(10 * SECOND);
        assertThat(take("b")).isZero();
        now += 4 * SECOND;
        assertThat(take("a")).isEqualTo(6 * SECOND);
        now += 6 * SECOND;
        assertThat(take("a")).isZero();
        assertThat(take("a")).isEqualTo(10 * SECOND);
        now += 1000 * SECOND;
        for (int i = 0; i < 3; i++) {
            assertThat(take("a")).isZero();
        }
        assertThat(take("a")).isPositive();
    }

    @Test
    void aTokenThatIsPutBackIsThereAgainAndAFullBucketTakesNoMore() {
        for (int i = 0; i < 3; i++) {
            take("a");
        }
        buckets.giveBack("a");
        assertThat(take("a")).isZero();
        assertThat(take("a")).isPositive();
        for (int i = 0; i < 100; i++) {
            buckets.giveBack("a");
            buckets.giveBack("unknown");
        }
        for (int i = 0; i < 3; i++) {
            assertThat(take("a")).isZero();
        }
        assertThat(take("a")).isPositive();
    }

    @Test
    void beyondTheBoundKeysShareABucketUntilFullOnesAreForgotten() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(take("key" + i)).isZero();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(take("other" + i)).isZero();
        }
        assertThat(take("another")).isPositive();
        assertThat(take("key7")).as("whoever has a bucket keeps it").isZero();
        assertThat(buckets.size()).isEqualTo(10_000);
        now += 10 * SECOND;
        assertThat(take("another")).isZero();
        assertThat(buckets.size()).as("key7 and the new one").isEqualTo(2);
    }

    @Test
    void soManyASecondAreAsManyAtOnce() {
        var hundred = new TokenBuckets(Rate.perSecond(100), now);
        assertThat(IntStream.range(0, 200)
                        .filter(_ -> hundred.take("a", now) == 0)
                        .count())
                .isEqualTo(100);
        assertThat(hundred.take("a", now + SECOND / 100)).isZero();
        assertThat(hundred.take("a", now + SECOND / 100)).isPositive();
    }

    @Test
    void threadsThatTakeAtOnceGetNoMoreThanThereIs() {
        var thousand = new TokenBuckets(new Rate(1000, SECOND), now);
        long taken = IntStream.range(0, 5000)
                .parallel()
                .filter(_ -> thousand.take("a", now) == 0)
                .count();
        assertThat(taken).isEqualTo(1000);
    }
}
