package io.precinct.common.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeightedLruTest {
    private final WeightedLru<String, String> texts = new WeightedLru<>(10, String::length);

    @Test
    void theLeastRecentlyUsedGoesFirstAndNoMoreThanMust() {
        texts.keep("a", "1234");
        texts.keep("b", "1234");
        assertThat(texts.get("a")).isEqualTo("1234");
        texts.keep("c", "123");
        assertThat(texts.get("b")).isNull();
        assertThat(texts.get("a")).isNotNull();
        assertThat(texts.get("c")).isNotNull();
        assertThat(texts.size()).isEqualTo(2);
    }

    @Test
    void aHeavyValueDrivesOutSeveral() {
        for (String key : new String[] {"a", "b", "c", "d"}) {
            texts.keep(key, "12");
        }
        texts.keep("e", "1234567");
        assertThat(texts.get("d")).isNotNull();
        assertThat(texts.get("e")).isNotNull();
        assertThat(texts.size()).isEqualTo(2);
    }

    @Test
    void aValueThatAloneIsTooHeavyIsNotKeptAndCostsNoOthers() {
        texts.keep("a", "1234");
        assertThat(texts.get("b", () -> "12345678901")).isEqualTo("12345678901");
        assertThat(texts.get("b")).isNull();
        assertThat(texts.get("a")).isNotNull();
        texts.put("a", "12345678901");
        assertThat(texts.get("a")).as("replaced by one that is not kept").isNull();
        texts.keep("c", "1234567890");
        assertThat(texts.get("c")).isNotNull();
    }

    @Test
    void aValueIsMadeOnceWhileItIsKept() {
        assertThat(texts.get("a", () -> "made")).isEqualTo("made");
        assertThat(texts.get("a", () -> fail("made again"))).isEqualTo("made");
    }

    @Test
    void whatWasKeptFirstStaysUnlessItIsReplaced() {
        assertThat(texts.keep("a", "one")).isEqualTo("one");
        assertThat(texts.keep("a", "two")).isEqualTo("one");
        texts.put("a", "three");
        assertThat(texts.get("a")).isEqualTo("three");
        texts.put("b", "12345");
        assertThat(texts.size()).as("the first of a weighs nothing any more").isEqualTo(2);
    }

    @Test
    void whatIsLetGoOfWeighsNothing() {
        texts.keep("a", "12345");
        texts.keep("b", "12345");
        texts.removeIf((key, value) -> key.equals("a") && value.length() == 5);
        assertThat(texts.get("a")).isNull();
        texts.keep("c", "12345");
        assertThat(texts.get("b")).isNotNull();
        texts.clear();
        assertThat(texts.size()).isZero();
        texts.keep("d", "1234567890");
        assertThat(texts.get("d")).isNotNull();
    }

    @Test
    void itMayBeBoundedByTheNumberOfValues() {
        WeightedLru<Integer, Integer> lately = WeightedLru.ofEntries(3);
        IntStream.range(0, 10).forEach(i -> lately.put(i, i));
        assertThat(lately.size()).isEqualTo(3);
        assertThat(lately.get(6)).isNull();
        assertThat(lately.get(7)).isEqualTo(7);
    }

    @Test
    void whoeverAsksAtTheSameTimeGetsTheSame() {
        WeightedLru<Integer, Object> lately = WeightedLru.ofEntries(100);
        IntStream.range(0, 100)
                .forEach(key -> assertThat(IntStream.range(0, 64)
                                .parallel()
                                .mapToObj(_ -> lately.get(key, Object::new))
                                .distinct())
                        .hasSize(1));
    }

    @Test
    void threadsLeaveItWithinItsBound() {
        var weighed = new WeightedLru<Integer, Integer>(1000, value -> value);
        var made = new AtomicInteger();
        IntStream.range(0, 20_000).parallel().forEach(_ -> {
            int key = ThreadLocalRandom.current().nextInt(100);
            int value = weighed.get(key, () -> {
                made.incrementAndGet();
                return key;
            });
            assertThat(value).isEqualTo(key);
            if (key % 7 == 0) {
                weighed.removeIf((other, _) -> other == key);
            }
        });
        int kept =
                IntStream.range(0, 100).filter(key -> weighed.get(key) != null).sum();
        assertThat(kept).isBetween(1, 1000);
        assertThat(made).hasPositiveValue();
    }
}
