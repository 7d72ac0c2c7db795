package io.precinct.source.testing;

import io.precinct.source.api.store.EntryForbiddenException;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import io.precinct.source.api.store.StoreProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A provider of one store in memory, which pages by one entry and gives values only when asked. Thread-safe. */
public final class MemoryStore implements StoreProvider {
    private final String name;
    private final Map<String, StoreEntry> entries = new ConcurrentSkipListMap<>();
    public final AtomicInteger got = new AtomicInteger();
    public final AtomicInteger listed = new AtomicInteger();
    public volatile @Nullable Throwable failure;
    public volatile @Nullable String version;
    public volatile @Nullable String endless;
    public final Set<String> forbidden = ConcurrentHashMap.newKeySet();

    public MemoryStore(String name) {
        this.name = name;
    }

    /** Puts a value. */
    public MemoryStore put(String key, String value) {
        entries.put(key, new StoreEntry(key, false, value.getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    /** Puts a value that may be no text. */
    public MemoryStore putBytes(String key, byte[] value) {
        entries.put(key, new StoreEntry(key, false, value));
        return this;
    }

    /** Puts a value that the store marks as a secret. */
    public MemoryStore putSecret(String key, String value) {
        entries.put(key, new StoreEntry(key, true, value.getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    /** Puts a value that has several keys. */
    public MemoryStore putLinked(String origin, String value, String... keys) {
        for (String key : keys) {
            entries.put(key, new StoreEntry(key, false, value.getBytes(StandardCharsets.UTF_8), origin));
        }
        return this;
    }

    public void remove(String key) {
        entries.remove(key);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ParameterStore open(StoreAddress address) throws StoreException, InterruptedException {
        switch (failure) {
            case null -> {}
            case StoreException e -> throw e;
            case RuntimeException e -> throw e;
            case InterruptedException e -> Thread.sleep(Long.MAX_VALUE);
            case Throwable e -> throw new IllegalStateException(e);
        }
        return new Opened(new TreeMap<>(entries));
    }

    private final class Opened implements ParameterStore {
        private final TreeMap<String, StoreEntry> now;

        Opened(TreeMap<String, StoreEntry> now) {
            this.now = now;
        }

        @Override
        public @Nullable String version() {
            return version;
        }

        @Override
        public StorePage list(String prefix, @Nullable String cursor) {
            listed.incrementAndGet();
            Map.Entry<String, StoreEntry> entry = cursor == null ? now.firstEntry() : now.higherEntry(cursor);
            if (entry == null) {
                return new StorePage(List.of(), null);
            }
            StoreEntry found = entry.getValue();
            String next = endless != null ? endless : found.key();
            return new StorePage(List.of(new StoreEntry(found.key(), found.secret(), null, found.origin())), next);
        }

        @Override
        public @Nullable StoreEntry get(String key) throws EntryForbiddenException {
            got.incrementAndGet();
            if (forbidden.contains(key)) {
                throw new EntryForbiddenException("the store forbids " + key);
            }
            return now.get(key);
        }

        @Override
        public void close() {}
    }
}
