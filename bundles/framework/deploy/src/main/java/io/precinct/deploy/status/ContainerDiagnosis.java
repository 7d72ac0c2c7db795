package io.precinct.deploy.status;

import io.precinct.common.osgi.UnmetRequirements;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.core.api.deploy.HolderSearch;
import io.precinct.deploy.leak.LoaderWatch;
import io.precinct.deploy.running.ComponentInspection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Explains why bundles do not resolve or run, and what keeps old ones in memory. Thread-safe. */
public final class ContainerDiagnosis implements Diagnosis {
    private final BundleContext context;
    private final ComponentInspection components;
    private final UnmetRequirements requirements;
    private final LoaderWatch loaders;
    private final Supplier<@Nullable HolderSearch> search;

    /** @param search finds what holds loaders, or null while there is no such service */
    public ContainerDiagnosis(
            BundleContext context,
            ComponentInspection components,
            UnmetRequirements requirements,
            LoaderWatch loaders,
            Supplier<@Nullable HolderSearch> search) {
        this.context = context;
        this.components = components;
        this.requirements = requirements;
        this.loaders = loaders;
        this.search = search;
    }

    @Override
    public List<String> unresolved(long bundleId) {
        Bundle bundle = context.getBundle(bundleId);
        return bundle == null || bundle.getState() != Bundle.INSTALLED ? List.of() : requirements.of(bundle);
    }

    @Override
    public List<ComponentView> components(long bundleId) {
        Bundle bundle = context.getBundle(bundleId);
        return bundle == null || bundle.getState() != Bundle.ACTIVE ? List.of() : components.of(bundle);
    }

    @Override
    public int lingering(String bundle) {
        return loaders.alive().getOrDefault(bundle, 0);
    }

    @Override
    public Map<String, Integer> lingering() {
        Map<String, Integer> alive = new TreeMap<>(loaders.alive());
        alive.values().removeIf(count -> count == 0);
        return alive;
    }

    @Override
    public Map<String, List<String>> holders() {
        HolderSearch with = search.get();
        return with == null ? Map.of() : loaders.holders(with);
    }
}
