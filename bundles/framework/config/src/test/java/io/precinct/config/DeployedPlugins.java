package io.precinct.config;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.config.TagResolver;
import io.precinct.api.data.Data;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.DeployedResolver;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.resolver.env.Env;
import io.precinct.resolver.fixture.Fixture;
import io.precinct.resolver.userconfig.UserConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A minimal registry. As in the core, a change is published on the thread that makes it. */
final class DeployedPlugins implements Plugins {
    private final List<Consumer<PluginSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, DeployedResolver> resolvers = new LinkedHashMap<>();
    private final Map<String, DeployedBoundary> boundaries = new LinkedHashMap<>();
    private volatile PluginSnapshot snapshot = PluginSnapshot.NONE;
    private long generation;

    /** The shipped resolvers and the boundary {@code echo}. */
    static DeployedPlugins shipped() {
        return new DeployedPlugins()
                .early("Env", new Env())
                .early("UserConfig", new UserConfig())
                .late("Fixture", new Fixture())
                .boundary("echo", null);
    }

    DeployedPlugins early(String tag, TagResolver resolver) {
        return resolver(tag, false, resolver);
    }

    DeployedPlugins late(String tag, TagResolver resolver) {
        return resolver(tag, true, resolver);
    }

    private DeployedPlugins resolver(String tag, boolean late, TagResolver resolver) {
        resolvers.put(tag, new DeployedResolver(tag, late, resolver, nextGeneration("resolver." + tag)));
        return changed();
    }

    DeployedPlugins boundary(String name, @Nullable RouteDeclaration route) {
        var echo = new Echo();
        boundaries.put(
                name,
                new DeployedBoundary(
                        name, echo, echo.declaration(), route, "sha256:0", nextGeneration("boundary." + name)));
        return changed();
    }

    DeployedPlugins withoutResolver(String tag) {
        resolvers.remove(tag);
        return changed();
    }

    DeployedPlugins withoutBoundary(String name) {
        boundaries.remove(name);
        return changed();
    }

    private Generation nextGeneration(String bundle) {
        generation++;
        return new Generation(generation, generation, bundle, "1.0.0", "test:" + bundle);
    }

    private DeployedPlugins changed() {
        snapshot = new PluginSnapshot(
                snapshot.revision() + 1,
                Map.copyOf(boundaries),
                Map.of(),
                Map.copyOf(resolvers),
                Map.of(),
                List.of(),
                List.of(),
                List.of());
        listeners.forEach(listener -> listener.accept(snapshot));
        return this;
    }

    @Override
    public PluginSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public AutoCloseable subscribe(Consumer<PluginSnapshot> listener) {
        listeners.add(listener);
        listener.accept(snapshot);
        return () -> listeners.remove(listener);
    }

    private static final class Echo implements Boundary {
        @Override
        public Declaration declaration() {
            return Declaration.terminal()
                    .reads("params", true)
                    .writes("echoed", true)
                    .build();
        }

        @Override
        public Outcome cross(Input input) {
            return Reply.ok(Data.map("echoed", input.params().map()));
        }
    }
}
