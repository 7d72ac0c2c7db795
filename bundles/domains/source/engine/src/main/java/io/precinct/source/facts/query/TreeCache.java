package io.precinct.source.facts.query;

import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.treesitter.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recently used syntax trees, bounded by their native memory. A tree that is taken is exclusive until it is given back;
 * meanwhile, other threads parse for themselves. Each keeps its language open, so the trees are dropped when languages
 * change. Thread-safe.
 */
public final class TreeCache implements AutoCloseable {
    private final LongSupplier most;
    private final Map<Key, Kept> kept = new LinkedHashMap<>(64, 0.75f, true);
    private long weight;
    private long generation;
    private boolean closed;

    /** @param most bytes, as currently configured */
    public TreeCache(LongSupplier most) {
        this.most = most;
    }

    /** Identifies a tree. */
    record Key(String blob, String language) {}

    /**
     * A tree with the language that it needs.
     *
     * @param language closed with it; null if it is closed elsewhere, so that the tree is not kept
     */
    record Kept(Tree tree, @Nullable AcquiredLanguage language, long generation) {
        /** Closes a tree that was taken, or one that is no longer kept. */
        void close() {
            tree.close();
            if (language != null) {
                language.close();
            }
        }
    }

    /** Takes the tree, for the caller alone until {@link #give} or {@link Kept#close}; null if there is none. */
    synchronized @Nullable Kept take(Key key) {
        Kept found = kept.remove(key);
        if (found != null) {
            weight -= found.tree().byteSize();
        }
        return found;
    }

    /** Gives a tree back, or a new one; that may close it or others. */
    void give(Key key, Kept tree) {
        var ended = new ArrayList<Kept>();
        long bytes = most.getAsLong();
        synchronized (this) {
            if (closed
                    || tree.language() == null
                    || tree.generation() != generation
                    || tree.tree().byteSize() > bytes
                    || kept.containsKey(key)) {
                ended.add(tree);
            } else {
                kept.put(key, tree);
                weight += tree.tree().byteSize();
                var oldest = kept.values().iterator();
                while (weight > bytes) {
                    Kept evicted = oldest.next();
                    oldest.remove();
                    weight -= evicted.tree().byteSize();
                    ended.add(evicted);
                }
            }
        }
        ended.forEach(Kept::close);
    }

    /** Closes all trees, and those in use once they are given back. */
    public void drop(long nowGeneration) {
        List<Kept> ended;
        synchronized (this) {
            generation = nowGeneration;
            ended = List.copyOf(kept.values());
            kept.clear();
            weight = 0;
        }
        ended.forEach(Kept::close);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        drop(-1);
    }
}
