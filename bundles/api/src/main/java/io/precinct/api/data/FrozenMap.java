package io.precinct.api.data;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable insertion-ordered map of text to frozen data. Small maps are searched in line, larger ones through an
 * index built once.
 */
final class FrozenMap extends AbstractMap<String, @Nullable Object> {
    static final FrozenMap EMPTY = new FrozenMap(new String[0], new Object[0], 0);

    private static final int IN_LINE = 8;

    private final String[] keys;
    private final @Nullable Object[] values;
    private final int size;
    private final long extent;
    private final @Nullable Map<String, Integer> index;
    private final @Nullable Keys shared;
    private volatile @Nullable Written written;
    private volatile byte @Nullable [] printed;

    /** Takes the arrays over; the caller no longer touches them. Keys must be distinct. */
    FrozenMap(String[] keys, @Nullable Object[] values, int size) {
        this.keys = keys;
        this.values = values;
        this.size = size;
        this.extent = Extent.of(keys, values, size);
        this.index = size > IN_LINE ? index(keys, size) : null;
        this.shared = null;
    }

    /** A map with keys that many maps have; all of them share its first three arguments. */
    FrozenMap(Keys shared, String[] keys, Map<String, Integer> index, @Nullable Object[] values) {
        this.keys = keys;
        this.values = values;
        this.size = keys.length;
        this.extent = Extent.of(keys, values, size);
        this.index = size > IN_LINE ? index : null;
        this.shared = shared;
    }

    /** The text of a map that is written again and again. Its arrays must not be changed. */
    static final class Written {
        volatile byte @Nullable [] compact;
        volatile byte @Nullable [] digest;
    }

    /** Makes it remember its text. */
    void remember() {
        if (written == null) {
            written = new Written();
        }
    }

    /** The text printed from it so far, or null if that is not kept. */
    @Nullable
    Written written() {
        return written;
    }

    /** Keeps its compact text for the digest that is likely to follow. */
    void printed(byte[] compact) {
        printed = compact;
    }

    /** Whether its compact text is this very array, if that is still known. */
    @SuppressWarnings("ReferenceEquality") // equal bytes would have to be compared, which takes as long as printing
    boolean wrote(byte[] compact) {
        Written kept = written;
        return compact == (kept == null ? printed : kept.compact);
    }

    /** Its compact text if it was printed since the last call, else null; must not be changed. */
    byte @Nullable [] takePrinted() {
        byte[] compact = printed;
        if (compact != null) {
            printed = null;
        }
        return compact;
    }

    /** Its keys if many maps have them, or null. */
    @Nullable
    Keys shared() {
        return shared;
    }

    /** The i-th key. */
    String key(int i) {
        return keys[i];
    }

    /** The value of the i-th key. */
    @Nullable
    Object value(int i) {
        return values[i];
    }

    /** A hash map because its buckets stay fast under keys chosen to collide. */
    private static Map<String, Integer> index(String[] keys, int size) {
        Map<String, Integer> positions = HashMap.newHashMap(size);
        for (int i = 0; i < size; i++) {
            positions.put(keys[i], i);
        }
        return positions;
    }

    /** Its {@link Extent}, this map included. */
    long extent() {
        return extent;
    }

    private int position(@Nullable Object key) {
        if (!(key instanceof String text)) {
            return -1;
        }
        if (index == null) {
            for (int i = 0; i < size; i++) {
                if (keys[i].equals(text)) {
                    return i;
                }
            }
            return -1;
        }
        return index.getOrDefault(text, -1);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        int position = position(key);
        return position < 0 ? null : values[position];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return position(key) >= 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super @Nullable Object> action) {
        for (int i = 0; i < size; i++) {
            action.accept(keys[i], values[i]);
        }
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        return new Entries();
    }

    private final class Entries extends AbstractSet<Map.Entry<String, @Nullable Object>> {
        @Override
        public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < size;
                }

                @Override
                public Map.Entry<String, @Nullable Object> next() {
                    if (next >= size) {
                        throw new NoSuchElementException();
                    }
                    int at = next++;
                    return new SimpleImmutableEntry<>(keys[at], values[at]);
                }
            };
        }

        @Override
        public int size() {
            return size;
        }
    }
}
