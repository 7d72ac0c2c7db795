package io.precinct.source.stores;

import io.precinct.api.service.Extension;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StoreProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The deployed providers of parameter stores, by name. Thread-safe. */
public final class StoreProviders implements AutoCloseable {
    private static final String PREFIX = StoreProvider.KIND + " ";

    private final Plugins plugins;
    private final Duration settle;
    private final BooleanSupplier stopping;
    private Map<String, Plugin<Extension>> deployed = Map.of();
    private Consumer<String> changed = _ -> {};
    private @Nullable AutoCloseable subscription;

    /**
     * Starts without providers.
     *
     * @param settle how long to wait for a bundle while an instance starts
     * @param stopping whether the framework is stopping: providers that are removed then are not reported, since all
     *     are
     */
    public StoreProviders(Plugins plugins, Duration settle, BooleanSupplier stopping) {
        this.plugins = plugins;
        this.stopping = stopping;
        this.settle = settle;
    }

    /**
     * Follows what is deployed, until it is closed.
     *
     * @param changed receives the name of each provider that was added, removed or replaced; returns quickly
     */
    public void open(Consumer<String> changed) {
        synchronized (this) {
            this.changed = changed;
        }
        AutoCloseable begun = plugins.subscribe(this::accept);
        synchronized (this) {
            subscription = begun;
        }
    }

    private void accept(PluginSnapshot snapshot) {
        if (stopping.getAsBoolean()) {
            return;
        }
        var now = new TreeMap<String, Plugin<Extension>>();
        snapshot.extensions().forEach((key, plugin) -> {
            if (key.startsWith(PREFIX)) {
                now.put(key.substring(PREFIX.length()), plugin);
            }
        });
        var others = new TreeSet<String>();
        Consumer<String> told;
        synchronized (this) {
            now.forEach((name, plugin) -> {
                Plugin<Extension> before = deployed.get(name);
                if (before == null
                        || before.generation().id() != plugin.generation().id()) {
                    others.add(name);
                }
            });
            deployed.keySet().stream().filter(name -> !now.containsKey(name)).forEach(others::add);
            deployed = now;
            told = changed;
            notifyAll();
        }
        others.forEach(told);
    }

    /**
     * The provider of this name.
     *
     * @param first whether this is the first request for it, so that its bundle may be about to start
     * @throws StoreException if there is none
     */
    synchronized StoreProvider named(String name, boolean first) throws StoreException, InterruptedException {
        long end = System.nanoTime() + settle.toNanos();
        while (first && !deployed.containsKey(name)) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        Plugin<Extension> plugin = deployed.get(name);
        if (plugin == null) {
            List<String> names = List.copyOf(deployed.keySet());
            throw new StoreException("the provider " + name + " is not deployed; "
                    + (names.isEmpty() ? "there is none" : "those that are: " + String.join(", ", names)));
        }
        if (plugin.service() instanceof StoreProvider provider) {
            return provider;
        }
        throw new StoreException("the provider " + name + " does not implement " + StoreProvider.class.getName());
    }

    @Override
    public void close() {
        AutoCloseable begun;
        synchronized (this) {
            begun = subscription;
            subscription = null;
            changed = _ -> {};
        }
        if (begun == null) {
            return;
        }
        try {
            begun.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("a subscription cannot be ended", e);
        }
    }
}
