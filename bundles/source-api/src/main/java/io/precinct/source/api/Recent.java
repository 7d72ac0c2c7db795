package io.precinct.source.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was made lately, bounded by its bytes; what was not asked for the longest goes first. Thread-safe.
 *
 * @param <K> what it is made of
 * @param <V> what is made; immutable
 */
public final class Recent<K, V> {
    private final long most;
    private final ToIntFunction<V> weight;
    private final Map<K, V> made = new LinkedHashMap<>(64, 0.75f, true);
    private long weighs;

    /**
     * Nothing yet.
     *
     * @param most bytes
     * @param weight of one, in bytes
     */
    public Recent(long most, ToIntFunction<V> weight) {
        this.most = most;
        this.weight = weight;
    }

    /** What belongs to a key; it is made where it is not there, by several threads at once where they ask at once. */
    public V get(K key, Supplier<V> make) {
        V known = find(key);
        if (known != null) {
            return known;
        }
        V now = make.get();
        keep(key, now);
        return now;
    }

    /** What belongs to a key, or null where it is not there. */
    public @Nullable V find(K key) {
        synchronized (made) {
            return made.get(key);
        }
    }

    /** Keeps something, unless its key has something already. */
    public void keep(K key, V value) {
        synchronized (made) {
            if (made.putIfAbsent(key, value) == null) {
                weighs += weight.applyAsInt(value);
                var oldest = made.values().iterator();
                while (weighs > most && oldest.hasNext()) {
                    weighs -= weight.applyAsInt(oldest.next());
                    oldest.remove();
                }
            }
        }
    }
}
