package io.precinct.core.api.plugin;

import java.util.function.Consumer;

/** What is deployed. A service, implemented by the core's registry. Thread-safe; readers never block. */
public interface Plugins {
    /** What is deployed now. */
    PluginSnapshot snapshot();

    /**
     * Notifies {@code listener} of the current snapshot, before returning, and of every further one, one after the
     * other and on the thread that made the change. A listener must return quickly.
     *
     * @return ends the subscription
     */
    AutoCloseable subscribe(Consumer<PluginSnapshot> listener);
}
