package io.precinct.source.testing;

import io.precinct.api.service.Extension;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.source.api.store.StoreProvider;
import io.precinct.source.stores.StoreProviders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Providers of parameter stores that a test deploys and takes away. Thread-safe. */
public final class DeployedProviders implements Plugins {
    private final Map<String, Plugin<Extension>> extensions = new TreeMap<>();
    private final List<Consumer<PluginSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private long revision;
    private volatile boolean stopping;

    /** None, whatever is deployed. */
    public static StoreProviders none() {
        return new DeployedProviders().providers();
    }

    /** What follows these, and waits for none. */
    public StoreProviders providers() {
        return new StoreProviders(this, Duration.ZERO, () -> stopping);
    }

    /** From now on the framework is stopping. */
    public void stop() {
        stopping = true;
    }

    /** Deploys it, in place of one of the same name. */
    public synchronized void deploy(StoreProvider provider) {
        revision++;
        var generation = new Generation(revision, revision, "test." + provider.name(), "1.0.0", "test");
        extensions.put(StoreProvider.KIND + " " + provider.name(), new Plugin<>(provider.name(), provider, generation));
        tell();
    }

    /** Takes the one of this name away. */
    public synchronized void undeploy(String name) {
        revision++;
        extensions.remove(StoreProvider.KIND + " " + name);
        tell();
    }

    private void tell() {
        PluginSnapshot now = snapshot();
        listeners.forEach(listener -> listener.accept(now));
    }

    @Override
    public synchronized PluginSnapshot snapshot() {
        return new PluginSnapshot(
                revision,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Map.copyOf(extensions),
                List.of(),
                List.of());
    }

    @Override
    public AutoCloseable subscribe(Consumer<PluginSnapshot> listener) {
        listeners.add(listener);
        listener.accept(snapshot());
        return () -> listeners.remove(listener);
    }
}
