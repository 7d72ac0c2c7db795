package io.precinct.common.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Values by their keys, bounded by what they weigh together: the least recently used go first. A value that alone is
 * too heavy is not kept, so that it costs no others. Thread-safe; no lock is held while a value is made.
 *
 * @param <K> what a value belongs to
 * @param <V> values, whose weight does not change while they are kept
 */
public final class WeightedLru<K, V> {
    private final long most;
    private final ToLongFunction<? super V> weight;
    private final Map<K, V> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long weighs;

    /**
     * An empty one.
     *
     * @param most what all values may weigh together, say in bytes
     * @param weight of one value, in the same unit, at least 0; called with a lock held
     */
    public WeightedLru(long most, ToLongFunction<? super V> weight) {
        this.most = most;
        this.weight = weight;
    }

    /** An empty one that is bounded by the number of its values. */
    public static <K, V> WeightedLru<K, V> ofEntries(int most) {
        return new WeightedLru<>(most, _ -> 1);
    }

    /** The value of a key, or null where none is kept. */
    public @Nullable V get(K key) {
        synchronized (kept) {
            return kept.get(key);
        }
    }

    /**
     * The value of a key, made where none is kept. Where several threads ask at once, each may make one, and all get
     * the one that was kept first.
     */
    public V get(K key, Supplier<? extends V> make) {
        V known = get(key);
        return known != null ? known : keep(key, make.get());
    }

    /**
     * Keeps a value, unless its key has one.
     *
     * @return the one that its key had, else the new one
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

    /** Keeps a value in place of the one that its key has, if any. */
    public void put(K key, V value) {
        synchronized (kept) {
            V before = kept.remove(key);
            if (before != null) {
                weighs -= weight.applyAsLong(before);
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
        weighs += added;
        var oldest = kept.values().iterator();
        while (weighs > most) {
            weighs -= weight.applyAsLong(oldest.next());
            oldest.remove();
        }
    }

    /** Lets go of the values that a test holds for; it is called with a lock held. */
    public void removeIf(BiPredicate<? super K, ? super V> test) {
        synchronized (kept) {
            kept.entrySet().removeIf(entry -> test.test(entry.getKey(), entry.getValue()));
            weighs = kept.values().stream().mapToLong(weight).sum();
        }
    }

    /** Lets go of all values. */
    public void clear() {
        removeIf((_, _) -> true);
    }

    /** How many values are kept. */
    public int size() {
        synchronized (kept) {
            return kept.size();
        }
    }
}
