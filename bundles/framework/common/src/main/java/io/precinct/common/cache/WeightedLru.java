package io.precinct.common.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache bounded by the total weight of its values; the least recently used are evicted first. A value heavier than
 * the bound is not kept, so that it evicts no others. Thread-safe; no lock is held while a value is made.
 *
 * @param <K> keys
 * @param <V> values, whose weight must not change while they are kept
 */
public final class WeightedLru<K, V> {
    private final long most;
    private final ToLongFunction<? super V> weight;
    private final Map<K, V> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long totalWeight;

    /**
     * An empty cache.
     *
     * @param most the greatest total weight of all values, for example in bytes
     * @param weight returns the weight of one value, in the same unit, at least 0; called with a lock held
     */
    public WeightedLru(long most, ToLongFunction<? super V> weight) {
        this.most = most;
        this.weight = weight;
    }

    /** An empty cache that is bounded by the number of its values. */
    public static <K, V> WeightedLru<K, V> ofEntries(int most) {
        return new WeightedLru<>(most, _ -> 1);
    }

    /** The value of a key, or null if there is none. */
    public @Nullable V get(K key) {
        synchronized (kept) {
            return kept.get(key);
        }
    }

    /**
     * The value of a key, made if there is none. If several threads call this at once, each may make one, and all get
     * the one that was kept first.
     */
    public V get(K key, Supplier<? extends V> make) {
        V known = get(key);
        return known != null ? known : keep(key, make.get());
    }

    /**
     * Keeps a value unless its key has one.
     *
     * @return the value that the key had, else the new one
     */
    public V keep(K key, V value) {
        synchronized (kept) {
            V known = kept.get(key);
            if (known != null) {
                return known;
            }
            add(key, value);
            return value;
        }
    }

    /** Keeps a value; it replaces that of its key, if any. */
    public void put(K key, V value) {
        synchronized (kept) {
            V before = kept.remove(key);
            if (before != null) {
                totalWeight -= weight.applyAsLong(before);
            }
            add(key, value);
        }
    }

    private void add(K key, V value) {
        long added = weight.applyAsLong(value);
        if (added > most) {
            return;
        }
        kept.put(key, value);
        totalWeight += added;
        var oldest = kept.values().iterator();
        while (totalWeight > most) {
            totalWeight -= weight.applyAsLong(oldest.next());
            oldest.remove();
        }
    }

    /** Removes the values for which {@code test} is true; it is called with a lock held. */
    public void removeIf(BiPredicate<? super K, ? super V> test) {
        synchronized (kept) {
            kept.entrySet().removeIf(entry -> test.test(entry.getKey(), entry.getValue()));
            totalWeight = kept.values().stream().mapToLong(weight).sum();
        }
    }

    /** Removes all values. */
    public void clear() {
        removeIf((_, _) -> true);
    }

    /** The number of values. */
    public int size() {
        synchronized (kept) {
            return kept.size();
        }
    }
}
